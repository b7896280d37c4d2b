-- What a hub keeps, and that nothing of it is ever changed.
-- @STATION@ and @READER@ stand for the two group roles of this hub.

CREATE TABLE hub (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  event text NOT NULL,
  began timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Who may push. `stick_key` proves that a batch on a stick was made with this enrolment.
CREATE TABLE enrolments (
  role name PRIMARY KEY,
  letter text NOT NULL CHECK (letter ~ '^[A-Z]$'),
  stick_key text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE struck_off (
  role name PRIMARY KEY REFERENCES enrolments,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Which installation an enrolment turned out to be: the first record that it pushed says so, once.
CREATE TABLE bindings (
  role name PRIMARY KEY REFERENCES enrolments,
  station text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE chains (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  station text NOT NULL,
  epoch text NOT NULL,
  began timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (station, epoch)
);

CREATE TABLE records (
  chain bigint NOT NULL REFERENCES chains,
  seq bigint NOT NULL,
  at text NOT NULL,
  kind text NOT NULL,
  body text NOT NULL,
  prev text NOT NULL,
  hash text NOT NULL,
  taken timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (chain, seq)
);

-- Records that claim a place which another record has: kept apart, never in its stead.
CREATE TABLE forks (
  chain bigint NOT NULL REFERENCES chains,
  seq bigint NOT NULL,
  at text NOT NULL,
  kind text NOT NULL,
  body text NOT NULL,
  prev text NOT NULL,
  hash text NOT NULL,
  role name NOT NULL REFERENCES enrolments,
  taken timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (chain, seq, hash)
);

CREATE TABLE alarms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL,
  role name NOT NULL,
  station text,
  epoch text,
  seq bigint,
  detail text NOT NULL DEFAULT '',
  UNIQUE NULLS NOT DISTINCT (kind, role, station, epoch, seq, detail)
);

-- When a station was last heard of, from which boot of its machine, and how far its clock is off at least.
-- No evidence, so it may be changed: the only table of which that is true.
CREATE TABLE seen (
  role name NOT NULL REFERENCES enrolments,
  boot text NOT NULL,
  first_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ahead_ms bigint,
  owed bigint,
  program text,
  PRIMARY KEY (role, boot)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'The hub only adds: % of % is refused.', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['hub', 'enrolments', 'struck_off', 'bindings', 'chains', 'records', 'forks', 'alarms'] LOOP
    EXECUTE format('CREATE TRIGGER only_adds BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', kept);
    EXECUTE format('CREATE TRIGGER never_emptied BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', kept);
  END LOOP;
END $$;

REVOKE ALL ON SCHEMA kiosk_hub FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA kiosk_hub FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA kiosk_hub FROM PUBLIC;
GRANT USAGE ON SCHEMA kiosk_hub TO @STATION@, @READER@;
