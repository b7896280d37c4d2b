-- A hostile station disturbs nobody: what it may store is bounded, what it claims is bounded and told apart from what
-- the hub has seen, no two enrolments write to one chain, and nobody waits for a lock that a station can keep.

-- The code of a station, the beginning of its id: given when it is enrolled. NULL: enrolled before there was one.
ALTER TABLE enrolments ADD COLUMN code text CHECK (code ~ '^[0-9a-f]{8,32}$');

-- Who speaks for a station now. No evidence: it changes when another one follows who was struck off.
CREATE TABLE holders (
  station text PRIMARY KEY,
  role name NOT NULL UNIQUE REFERENCES enrolments
);
INSERT INTO holders (station, role)
  SELECT b.station, b.role FROM bindings b LEFT JOIN struck_off s USING (role)
  WHERE s.role IS NULL ORDER BY b.at ON CONFLICT DO NOTHING;

-- A chain belongs to the enrolment that pushed it: another one's, struck off or not, never stands in its way.
ALTER TABLE chains ADD COLUMN role name REFERENCES enrolments;
ALTER TABLE chains DISABLE TRIGGER only_adds;
UPDATE chains c SET role = (
  SELECT b.role FROM bindings b LEFT JOIN struck_off s USING (role)
  WHERE b.station = c.station ORDER BY s.role IS NULL DESC, b.at DESC LIMIT 1);
ALTER TABLE chains ENABLE TRIGGER only_adds;
ALTER TABLE chains DROP CONSTRAINT chains_station_epoch_key;
ALTER TABLE chains ADD UNIQUE (role, station, epoch);
CREATE INDEX chains_of_epoch ON chains (epoch);

-- How much is kept of each enrolment, and which letter its log says that it was last set up with. Reckoned from the
-- records, so it may be changed.
CREATE TABLE tallies (
  role name PRIMARY KEY REFERENCES enrolments,
  records bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  letter text
);
INSERT INTO tallies (role, records, bytes)
  SELECT c.role, count(*), sum(octet_length(k.body) + 300)
  FROM (SELECT chain, body FROM records UNION ALL SELECT chain, body FROM forks) k JOIN chains c ON c.id = k.chain
  WHERE c.role IS NOT NULL GROUP BY c.role;
UPDATE tallies t SET letter = o.letter FROM own_letters o JOIN bindings b ON b.station = o.station
  WHERE b.role = t.role AND o.letter ~ '^[A-Z]$';

-- One row for each enrolment, whatever boots it claims. Of the boot before the last one is kept, to hint at two places.
DELETE FROM seen s USING seen t WHERE t.role = s.role AND (t.last_at, t.boot) > (s.last_at, s.boot);
DROP VIEW enrolment_list, own_letters, record_list, fork_list, head_list, letters;
ALTER TABLE seen DROP CONSTRAINT seen_pkey, ADD PRIMARY KEY (role), ADD COLUMN earlier text, ADD COLUMN two_places timestamptz;

-- Whoever listens in an open transaction can let PostgreSQL's queue of news fill up; then no news, and no failed push.
CREATE FUNCTION tell(what text) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF pg_notification_queue_usage() < 0.5 THEN
    PERFORM pg_notify('kiosk_hub', what);
  END IF;
END $$;

-- Ten alarms of a kind are kept of an enrolment, then one that says that there were more.
CREATE OR REPLACE FUNCTION raise_alarm(a_kind text, a_role name, a_station text, a_epoch text, a_seq bigint, a_detail text)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM alarms WHERE kind = a_kind AND role = a_role LIMIT 10) told) < 10 THEN
    INSERT INTO alarms (kind, role, station, epoch, seq, detail)
      VALUES (a_kind, a_role, left(a_station, 80), left(a_epoch, 80), a_seq, left(a_detail, 80)) ON CONFLICT DO NOTHING;
  ELSIF NOT EXISTS (SELECT FROM alarms WHERE kind = a_kind AND role = a_role AND seq IS NOT DISTINCT FROM a_seq
                    AND station IS NOT DISTINCT FROM left(a_station, 80) AND epoch IS NOT DISTINCT FROM left(a_epoch, 80)
                    AND detail = left(a_detail, 80)) THEN
    INSERT INTO alarms (kind, role, detail) VALUES ('too_many', a_role, a_kind) ON CONFLICT DO NOTHING;
  END IF;
  IF FOUND THEN
    PERFORM tell('alarm');
  END IF;
END $$;

-- A body of more than 64 KB, or more than 4 MB at once. Asked before anything is hashed.
CREATE FUNCTION too_large(ats text[], kinds text[], bodies text[], prevs text[]) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(max(octet_length(body)) > 65536 OR max(octet_length(at)) > 64 OR max(octet_length(kind)) > 64
                  OR max(octet_length(prev)) > 64 OR sum(octet_length(body)) > 4194304, false)
  FROM unnest(ats, kinds, bodies, prevs) AS r(at, kind, body, prev)
$$;

-- Whether the hub keeps so much more of an enrolment: two million records, a gigabyte.
CREATE FUNCTION has_room(a_role name, bodies text[]) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
  SELECT coalesce(max(t.records), 0) + count(body) <= 2000000
     AND coalesce(max(t.bytes), 0) + coalesce(sum(octet_length(body) + 300), 0) <= 1073741824
  FROM unnest(bodies) AS r(body) LEFT JOIN tallies t ON t.role = a_role
$$;

CREATE FUNCTION tally(a_role name, more_records bigint, more_bytes bigint) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
  INSERT INTO tallies AS t (role, records, bytes) VALUES (a_role, more_records, more_bytes)
    ON CONFLICT (role) DO UPDATE SET records = t.records + excluded.records, bytes = t.bytes + excluded.bytes
$$;

-- What was heard of a station just now. A boot that comes back after another one was heard of may be a second
-- computer with the same enrolment: a hint, for anybody can claim any boot, and a copy that writes shows as a fork.
CREATE OR REPLACE FUNCTION note_seen(a_role name, a_boot text, a_sent_at text, a_owed bigint, a_program text)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  ahead bigint;
  its_boot text := left(coalesce(nullif(a_boot, ''), 'unknown'), 80);
BEGIN
  BEGIN
    ahead := extract(epoch FROM left(a_sent_at, 40)::timestamptz - clock_timestamp()) * 1000;
  EXCEPTION WHEN OTHERS THEN
    ahead := NULL;
  END;
  INSERT INTO seen AS s (role, boot, ahead_ms, owed, program)
    VALUES (a_role, its_boot, ahead, a_owed, left(a_program, 40))
    ON CONFLICT (role) DO UPDATE SET
      last_at = clock_timestamp(), owed = excluded.owed, program = excluded.program, ahead_ms = excluded.ahead_ms,
      boot = excluded.boot,
      earlier = CASE WHEN excluded.boot = s.boot THEN s.earlier ELSE s.boot END,
      two_places = CASE WHEN excluded.boot <> 'unknown' AND excluded.boot <> s.boot AND excluded.boot = s.earlier
                        THEN clock_timestamp() ELSE s.two_places END;
END $$;

-- Whether an enrolment speaks for a station: the one to which the director has given its code, else the first that
-- comes. Whoever was struck off speaks for it no longer.
CREATE FUNCTION speaks_for(a_role name, a_station text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  rival name;
BEGIN
  SELECT role INTO rival FROM holders LEFT JOIN struck_off s USING (role) WHERE station = a_station AND s.role IS NULL;
  IF rival = a_role THEN
    RETURN true;
  END IF;
  IF rival IS NULL THEN
    SELECT role INTO rival FROM enrolments LEFT JOIN struck_off s USING (role)
      WHERE a_station LIKE code || '%' AND role <> a_role AND s.role IS NULL LIMIT 1;
  END IF;
  IF rival IS NULL THEN
    INSERT INTO holders AS h (station, role) VALUES (a_station, a_role) ON CONFLICT (station)
      DO UPDATE SET role = excluded.role WHERE EXISTS (SELECT FROM struck_off s WHERE s.role = h.role);
    IF FOUND THEN
      RETURN true;
    END IF;
    SELECT role INTO rival FROM holders WHERE station = a_station;
  END IF;
  PERFORM raise_alarm('other_enrolment', a_role, a_station, NULL, NULL, (SELECT letter FROM enrolments WHERE role = rival));
  RETURN false;
END $$;

-- What an enrolment has pushed, and those of its letter before it.
CREATE FUNCTION own_chains(a_role name) RETURNS SETOF chains
LANGUAGE sql STABLE SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
  SELECT c.* FROM chains c JOIN enrolments e USING (role)
  WHERE e.letter = (SELECT letter FROM enrolments WHERE role = a_role)
$$;

-- Which chain the rows are of; NULL with a reason in `a_state` where they may not be taken.
CREATE OR REPLACE FUNCTION find_chain(a_role name, a_epoch text, first_seq text, first_body text, OUT a_chain bigint, OUT a_state text)
LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  own text;
  claimed text;
  genesis jsonb;
  lives boolean := NOT EXISTS (SELECT FROM struck_off WHERE role = a_role);
BEGIN
  SELECT station INTO own FROM bindings WHERE role = a_role;
  IF first_seq IS DISTINCT FROM '1' THEN
    SELECT id INTO a_chain FROM chains WHERE role = a_role AND station = own AND epoch = a_epoch;
    IF a_chain IS NULL THEN
      a_state := 'gap';
    ELSIF lives AND NOT speaks_for(a_role, own) THEN
      a_chain := NULL;
      a_state := 'another_station';
    END IF;
    RETURN;
  END IF;
  genesis := body_json(first_body);
  claimed := genesis ->> 'station';
  IF jsonb_typeof(genesis -> 'station') IS DISTINCT FROM 'string' OR genesis ->> 'epoch' IS DISTINCT FROM a_epoch
     OR length(claimed) > 80 OR length(a_epoch) > 80 THEN
    a_state := 'refused';
    RETURN;
  END IF;
  IF NOT coalesce(claimed = own, claimed LIKE (SELECT code || '%' FROM enrolments WHERE role = a_role), true) THEN
    PERFORM raise_alarm('other_station', a_role, claimed, a_epoch, NULL, '');
    a_state := 'another_station';
    RETURN;
  END IF;
  IF lives AND NOT speaks_for(a_role, claimed) THEN
    a_state := 'another_station';
    RETURN;
  END IF;
  INSERT INTO bindings (role, station) VALUES (a_role, claimed) ON CONFLICT DO NOTHING;
  SELECT id INTO a_chain FROM chains WHERE role = a_role AND station = claimed AND epoch = a_epoch;
  IF a_chain IS NULL AND (SELECT count(*) FROM chains WHERE role = a_role) >= 100 THEN
    PERFORM raise_alarm('too_much', a_role, claimed, NULL, NULL, '');
    a_state := 'full';
    RETURN;
  END IF;
  -- A station begins another log only to go on after a copy, and then its first record says so.
  IF a_chain IS NULL AND genesis -> 'continues' IS NULL
     AND EXISTS (SELECT FROM own_chains(a_role) WHERE station = claimed AND epoch <> a_epoch)
     AND NOT EXISTS (SELECT FROM own_chains(a_role) WHERE station = claimed AND epoch = a_epoch) THEN
    PERFORM raise_alarm('begun_anew', a_role, claimed, a_epoch, NULL, '');
  END IF;
  INSERT INTO chains (role, station, epoch) VALUES (a_role, claimed, a_epoch) ON CONFLICT DO NOTHING;
  SELECT id INTO a_chain FROM chains WHERE role = a_role AND station = claimed AND epoch = a_epoch;
END $$;

-- Keep apart the rows from number `from_seq` on, and tell where the fork begins.
CREATE OR REPLACE FUNCTION keep_apart(a_role name, a_chain bigint, from_seq bigint, branches boolean,
  seqs text[], ats text[], kinds text[], bodies text[], prevs text[], hashes text[])
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  own chains;
  more bigint;
  size bigint;
BEGIN
  SELECT * INTO own FROM chains WHERE id = a_chain;
  IF branches THEN
    PERFORM raise_alarm('fork', a_role, own.station, own.epoch, from_seq, hashes[from_seq - seqs[1]::bigint + 1]);
  END IF;
  IF (SELECT count(*) FROM forks WHERE chain = a_chain) > 100000 THEN
    PERFORM raise_alarm('too_many_forks', a_role, own.station, own.epoch, NULL, '');
    RETURN;
  END IF;
  WITH added AS (
    INSERT INTO forks (chain, seq, at, kind, body, prev, hash, role)
      SELECT a_chain, seq::bigint, at, kind, body, prev, hash, a_role
      FROM unnest(seqs, ats, kinds, bodies, prevs, hashes) AS r(seq, at, kind, body, prev, hash)
      WHERE seq::bigint >= from_seq ON CONFLICT DO NOTHING RETURNING octet_length(body) + 300 AS bytes)
    SELECT count(*), coalesce(sum(bytes), 0) INTO more, size FROM added;
  PERFORM tally(a_role, more, size);
END $$;

-- Take a batch in the name of an enrolment. No role but the owner may call this.
CREATE OR REPLACE FUNCTION take(a_role name, a_epoch text,
  seqs text[], ats text[], kinds text[], bodies text[], prevs text[], hashes text[])
RETURNS answer LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  a_chain bigint;
  a_state text;
  own text;
  stood answer;
  first_seq bigint;
  differs bigint;
  more bigint;
  size bigint;
BEGIN
  IF cardinality(seqs) <= 1000 AND too_large(ats, kinds, bodies, prevs) THEN
    PERFORM raise_alarm('too_large', a_role, NULL, a_epoch, NULL, '');
    RETURN standing('too_large', NULL);
  END IF;
  IF NOT in_order(seqs, ats, kinds, bodies, prevs, hashes) THEN
    PERFORM raise_alarm('bad_batch', a_role, NULL, a_epoch, NULL, '');
    RETURN standing('refused', NULL);
  END IF;
  SELECT f.a_chain, f.a_state INTO a_chain, a_state FROM find_chain(a_role, a_epoch, seqs[1], bodies[1]) AS f;
  IF a_chain IS NULL THEN
    RETURN standing(CASE WHEN cardinality(seqs) = 0 AND a_state = 'gap' THEN 'taken' ELSE a_state END, NULL);
  END IF;
  SELECT station INTO own FROM chains WHERE id = a_chain FOR UPDATE;
  stood := standing('taken', a_chain);
  IF cardinality(seqs) = 0 THEN
    RETURN stood;
  END IF;
  IF NOT has_room(a_role, bodies) THEN
    PERFORM raise_alarm('too_much', a_role, own, NULL, NULL, '');
    RETURN standing('full', a_chain);
  END IF;
  first_seq := seqs[1]::bigint;
  SELECT min(k.seq) INTO differs FROM unnest(seqs, hashes) AS r(seq, hash)
    JOIN records k ON k.chain = a_chain AND k.seq = r.seq::bigint WHERE k.hash <> r.hash;
  IF differs IS NOT NULL THEN
    -- A branch begins where the rows part from the records, unless its beginning is kept already.
    PERFORM keep_apart(a_role, a_chain, differs,
      differs > first_seq OR prevs[1] = coalesce((SELECT hash FROM records WHERE chain = a_chain AND seq = first_seq - 1), repeat('0', 64)),
      seqs, ats, kinds, bodies, prevs, hashes);
    RETURN standing('fork', a_chain);
  END IF;
  IF first_seq > stood.count AND NOT (first_seq = stood.count + 1 AND prevs[1] = stood.head) THEN
    IF EXISTS (SELECT FROM forks WHERE chain = a_chain AND seq = first_seq - 1 AND hash = prevs[1]) THEN
      PERFORM keep_apart(a_role, a_chain, first_seq, false, seqs, ats, kinds, bodies, prevs, hashes);
      RETURN standing('fork', a_chain);
    END IF;
    RETURN standing(CASE WHEN first_seq > stood.count + 1 THEN 'gap' ELSE 'elsewhere' END, a_chain);
  END IF;
  WITH added AS (
    INSERT INTO records (chain, seq, at, kind, body, prev, hash)
      SELECT a_chain, seq::bigint, at, kind, body, prev, hash
      FROM unnest(seqs, ats, kinds, bodies, prevs, hashes) AS r(seq, at, kind, body, prev, hash)
      WHERE seq::bigint > stood.count RETURNING octet_length(body) + 300 AS bytes)
    SELECT count(*), coalesce(sum(bytes), 0) INTO more, size FROM added;
  IF more > 0 THEN
    PERFORM tally(a_role, more, size);
    PERFORM tell_unreadable(a_role, own, a_epoch, seqs, bodies);
    PERFORM tell('records');
  END IF;
  RETURN standing('taken', a_chain);
END $$;

-- What a station was acknowledged before must still be here: a hub put back from a back-up has forgotten some. Its own
-- word alone, held to its own chain, or to that of an enrolment of its letter before this one.
CREATE OR REPLACE FUNCTION hold_to_receipt(a_role name, a_epoch text, had_count bigint, had_head text)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  own text;
BEGIN
  IF coalesce(had_count, 0) < 1 OR EXISTS (
      SELECT FROM own_chains(a_role) c JOIN records r ON r.chain = c.id AND r.seq = had_count
      WHERE c.epoch = a_epoch AND r.hash = had_head) THEN
    RETURN;
  END IF;
  SELECT station INTO own FROM bindings WHERE role = a_role;
  IF EXISTS (SELECT FROM chains c JOIN records r ON r.chain = c.id AND r.seq = had_count
             WHERE c.role = a_role AND c.epoch = a_epoch) THEN
    PERFORM raise_alarm('rewritten', a_role, own, a_epoch, had_count, left(had_head, 64));
  ELSE
    PERFORM raise_alarm('forgot', a_role, own, a_epoch, had_count, left(had_head, 64));
  END IF;
END $$;

-- The one function of a station. Who it is follows from the connection, never from an argument. `own_count`: told by a
-- station that has seen that the hub has more of its log than it has itself; older stations do not tell.
DROP FUNCTION push;
CREATE FUNCTION push(protocol int, a_hub text, a_epoch text,
  seqs text[], ats text[], kinds text[], bodies text[], prevs text[], hashes text[],
  sent_at text, boot text, owed bigint, program text, had_count bigint, had_head text, own_count bigint DEFAULT NULL)
RETURNS answer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, kiosk_hub, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  me name;
  given answer;
BEGIN
  SELECT role INTO me FROM enrolments e WHERE e.role = session_user
    AND NOT EXISTS (SELECT FROM struck_off s WHERE s.role = e.role);
  IF me IS NULL THEN
    RETURN standing('not_enrolled', NULL);
  END IF;
  IF protocol IS DISTINCT FROM 1 THEN
    RETURN standing('newer', NULL);
  END IF;
  IF a_hub IS DISTINCT FROM (SELECT id FROM hub) THEN
    RETURN standing('wrong_hub', NULL);
  END IF;
  IF a_epoch IS NULL OR seqs IS NULL OR ats IS NULL OR kinds IS NULL OR bodies IS NULL OR prevs IS NULL OR hashes IS NULL THEN
    RETURN standing('refused', NULL);
  END IF;
  PERFORM note_seen(me, boot, sent_at, owed, program);
  PERFORM hold_to_receipt(me, a_epoch, had_count, had_head);
  given := take(me, a_epoch, seqs, ats, kinds, bodies, prevs, hashes);
  IF given.state = 'taken' AND own_count < given.count THEN
    PERFORM raise_alarm('older', me, NULL, a_epoch, own_count, given.count::text);
  END IF;
  RETURN given;
END $$;

-- Once for each batch, and nothing to do in most of them.
CREATE OR REPLACE FUNCTION tell_letters() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  mine record;
  other record;
BEGIN
  SELECT c.role, c.station, c.epoch, a.seq, body_json(a.body) ->> 'letter' AS own_letter, e.letter INTO mine
    FROM added a JOIN chains c ON c.id = a.chain JOIN enrolments e ON e.role = c.role
    WHERE a.kind = 'set_up' ORDER BY a.seq DESC LIMIT 1;
  IF mine.own_letter IS NULL OR mine.own_letter !~ '^[A-Z]$' THEN
    RETURN NULL;
  END IF;
  INSERT INTO tallies (role, letter) VALUES (mine.role, mine.own_letter)
    ON CONFLICT (role) DO UPDATE SET letter = excluded.letter;
  IF EXISTS (SELECT FROM struck_off WHERE role = mine.role) THEN
    RETURN NULL;
  END IF;
  IF mine.own_letter <> mine.letter THEN
    PERFORM raise_alarm('other_letter', mine.role, mine.station, mine.epoch, mine.seq, mine.own_letter);
  END IF;
  FOR other IN SELECT e.letter FROM tallies t JOIN enrolments e USING (role)
    WHERE t.letter = mine.own_letter AND t.role <> mine.role
      AND NOT EXISTS (SELECT FROM struck_off s WHERE s.role = t.role)
  LOOP
    PERFORM raise_alarm('same_letter', mine.role, mine.station, mine.epoch, mine.seq, other.letter);
  END LOOP;
  RETURN NULL;
END $$;

-- What a reader sees. Of a log that several enrolments have pushed, that of whoever speaks for the station stands; the
-- others are kept, and `hub verify` hashes them too.
CREATE VIEW standing_chains AS
  SELECT DISTINCT ON (c.station, c.epoch) c.id, c.role, e.letter, c.station, c.epoch, c.began
  FROM chains c LEFT JOIN enrolments e USING (role) LEFT JOIN struck_off s USING (role)
  LEFT JOIN holders h ON h.station = c.station AND h.role = c.role
  ORDER BY c.station, c.epoch, h.role IS NOT NULL DESC, s.role IS NULL DESC, e.at DESC;

CREATE VIEW record_list AS
  SELECT c.letter, c.station, c.epoch, r.seq, r.at, r.kind, body_json(r.body) AS body, r.body AS text, r.prev, r.hash, r.taken,
         r.chain
  FROM records r JOIN standing_chains c ON c.id = r.chain;

CREATE VIEW fork_list AS
  SELECT c.letter, c.station, c.epoch, f.seq, f.at, f.kind, f.body AS text, f.prev, f.hash, f.role, f.taken, f.chain
  FROM forks f JOIN standing_chains c ON c.id = f.chain;

CREATE VIEW head_list AS
  SELECT c.letter, c.station, c.epoch, h.seq AS count, h.hash AS head, h.taken, c.id AS chain, c.role
  FROM standing_chains c
  CROSS JOIN LATERAL (SELECT seq, hash, taken FROM records WHERE chain = c.id ORDER BY seq DESC LIMIT 1) h;

CREATE VIEW enrolment_list AS
  SELECT e.role, e.letter, e.at, s.at AS struck, b.station, n.last_at AS seen, n.ahead_ms, n.owed, n.program,
         t.letter AS own_letter, e.code, n.two_places
  FROM enrolments e LEFT JOIN struck_off s USING (role) LEFT JOIN bindings b USING (role)
  LEFT JOIN seen n USING (role) LEFT JOIN tallies t USING (role);

REVOKE ALL ON holders, tallies, standing_chains, record_list, fork_list, head_list, enrolment_list FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA kiosk_hub FROM PUBLIC;
GRANT EXECUTE ON FUNCTION push TO @STATION@;
GRANT SELECT ON record_list, fork_list, head_list, enrolment_list TO @READER@;
