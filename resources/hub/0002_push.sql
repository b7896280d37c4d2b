-- How records come in. One function is all that a station may call; it knows the station by who is connected.
-- Answers instead of exceptions: an exception would take its alarm back with it.

CREATE TYPE answer AS (state text, count bigint, head text, at text, hub text, event text);

-- The hash of a record as DESIGN.md defines it.
CREATE FUNCTION record_hash(seq text, at text, kind text, body text, prev text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(
    '\x6368616c6c656e67652d6b696f736b206c6f67207265636f72642076310a'::bytea
    || int4send(octet_length(seq)) || convert_to(seq, 'UTF8')
    || int4send(octet_length(at)) || convert_to(at, 'UTF8')
    || int4send(octet_length(kind)) || convert_to(kind, 'UTF8')
    || int4send(octet_length(body)) || convert_to(body, 'UTF8')
    || int4send(octet_length(prev)) || convert_to(prev, 'UTF8')), 'hex')
$$;

-- A body as JSON; NULL where PostgreSQL cannot hold it, as with an escaped NUL.
CREATE FUNCTION body_json(body text) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN body::jsonb;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END $$;

CREATE FUNCTION raise_alarm(a_kind text, a_role name, a_station text, a_epoch text, a_seq bigint, a_detail text)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
BEGIN
  INSERT INTO alarms (kind, role, station, epoch, seq, detail)
    VALUES (a_kind, a_role, a_station, a_epoch, a_seq, a_detail) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    PERFORM pg_notify('kiosk_hub', 'alarm');
  END IF;
END $$;

-- The end of a chain as an answer.
CREATE FUNCTION standing(a_state text, a_chain bigint) RETURNS answer
LANGUAGE sql STABLE SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
  SELECT ROW(a_state, coalesce(last.seq, 0), coalesce(last.hash, repeat('0', 64)),
             to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), hub.id, hub.event)::answer
  FROM hub LEFT JOIN LATERAL
    (SELECT seq, hash FROM records WHERE chain = a_chain ORDER BY seq DESC LIMIT 1) last ON true
$$;

-- Whether the rows are each what their hash says, numbered on end, and tied to one another.
CREATE FUNCTION in_order(seqs text[], ats text[], kinds text[], bodies text[], prevs text[], hashes text[])
RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  n int := cardinality(seqs);
  good boolean;
BEGIN
  IF n > 1000 OR cardinality(ats) <> n OR cardinality(kinds) <> n OR cardinality(bodies) <> n
     OR cardinality(prevs) <> n OR cardinality(hashes) <> n THEN
    RETURN false;
  END IF;
  SELECT bool_and(coalesce(seq ~ '^[1-9][0-9]{0,17}$' AND hash ~ '^[0-9a-f]{64}$', false)) INTO good
    FROM unnest(seqs, hashes) AS r(seq, hash);
  IF NOT coalesce(good, true) THEN
    RETURN false;
  END IF;
  SELECT bool_and(coalesce(
      record_hash(seq, at, kind, body, prev) = hash
      AND seq::bigint = seqs[1]::bigint + ord - 1
      AND (ord = 1 OR prev = hashes[ord - 1])
      AND (kind = 'genesis') = (seq = '1'), false)) INTO good
    FROM unnest(seqs, ats, kinds, bodies, prevs, hashes) WITH ORDINALITY AS r(seq, at, kind, body, prev, hash, ord);
  RETURN coalesce(good, true);
END $$;

-- What was heard of a station just now. A boot of a machine that comes back after another one was heard of runs
-- at the same time as that other one: two places use one enrolment.
CREATE FUNCTION note_seen(a_role name, a_boot text, a_sent_at text, a_owed bigint, a_program text)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  ahead bigint;
  latest text;
BEGIN
  IF a_boot IS NULL OR a_boot IN ('', 'unknown') THEN
    a_boot := 'unknown';
  END IF;
  BEGIN
    ahead := extract(epoch FROM a_sent_at::timestamptz - clock_timestamp()) * 1000;
  EXCEPTION WHEN OTHERS THEN
    ahead := NULL;
  END;
  SELECT boot INTO latest FROM seen WHERE role = a_role ORDER BY last_at DESC LIMIT 1;
  IF latest <> a_boot AND a_boot <> 'unknown' AND EXISTS (SELECT FROM seen WHERE role = a_role AND boot = a_boot) THEN
    PERFORM raise_alarm('two_places', a_role, NULL, NULL, NULL, left(latest, 80));
  END IF;
  INSERT INTO seen (role, boot, ahead_ms, owed, program)
    VALUES (a_role, left(a_boot, 80), ahead, a_owed, left(a_program, 40))
    ON CONFLICT (role, boot) DO UPDATE SET
      last_at = clock_timestamp(), owed = excluded.owed, program = excluded.program, ahead_ms = excluded.ahead_ms;
END $$;

-- Which chain the rows are of; NULL with a reason in `a_state` where they may not be taken.
CREATE FUNCTION find_chain(a_role name, a_epoch text, first_seq text, first_body text, OUT a_chain bigint, OUT a_state text)
LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  own text;
  genesis jsonb;
BEGIN
  SELECT station INTO own FROM bindings WHERE role = a_role;
  SELECT id INTO a_chain FROM chains WHERE station = own AND epoch = a_epoch;
  IF a_chain IS NOT NULL AND first_seq IS DISTINCT FROM '1' THEN
    RETURN;
  END IF;
  IF first_seq IS DISTINCT FROM '1' THEN
    a_state := 'gap';
    RETURN;
  END IF;
  genesis := body_json(first_body);
  IF jsonb_typeof(genesis -> 'station') IS DISTINCT FROM 'string' OR genesis ->> 'epoch' IS DISTINCT FROM a_epoch THEN
    a_chain := NULL;
    a_state := 'refused';
    RETURN;
  END IF;
  IF own IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('kiosk_hub bindings'));
    IF EXISTS (SELECT FROM bindings b LEFT JOIN struck_off s USING (role)
               WHERE b.station = genesis ->> 'station' AND s.role IS NULL AND b.role <> a_role) THEN
      PERFORM raise_alarm('other_enrolment', a_role, genesis ->> 'station', a_epoch, NULL, '');
      a_state := 'another_station';
      RETURN;
    END IF;
    INSERT INTO bindings (role, station) VALUES (a_role, genesis ->> 'station') ON CONFLICT DO NOTHING;
    SELECT station INTO own FROM bindings WHERE role = a_role;
  END IF;
  IF own <> genesis ->> 'station' THEN
    a_chain := NULL;
    a_state := 'another_station';
    PERFORM raise_alarm('other_station', a_role, genesis ->> 'station', a_epoch, NULL, '');
    RETURN;
  END IF;
  INSERT INTO chains (station, epoch) VALUES (own, a_epoch) ON CONFLICT DO NOTHING;
  SELECT id INTO a_chain FROM chains WHERE station = own AND epoch = a_epoch;
END $$;

-- Bodies that a view cannot show are kept like any other, and told.
CREATE FUNCTION tell_unreadable(a_role name, own text, a_epoch text, seqs text[], bodies text[])
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
BEGIN
  BEGIN
    PERFORM count(body::jsonb) FROM unnest(bodies) AS r(body);
    RETURN;
  EXCEPTION WHEN OTHERS THEN
    NULL;
  END;
  PERFORM raise_alarm('unreadable', a_role, own, a_epoch, seq::bigint, '')
    FROM unnest(seqs, bodies) AS r(seq, body) WHERE body_json(body) IS NULL;
END $$;

-- Keep apart the rows from number `from_seq` on, and tell where the fork begins.
CREATE FUNCTION keep_apart(a_role name, a_chain bigint, from_seq bigint, branches boolean,
  seqs text[], ats text[], kinds text[], bodies text[], prevs text[], hashes text[])
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  own chains;
BEGIN
  SELECT * INTO own FROM chains WHERE id = a_chain;
  IF (SELECT count(*) FROM forks WHERE chain = a_chain) > 100000 THEN
    PERFORM raise_alarm('too_many_forks', a_role, own.station, own.epoch, NULL, '');
    RETURN;
  END IF;
  INSERT INTO forks (chain, seq, at, kind, body, prev, hash, role)
    SELECT a_chain, seq::bigint, at, kind, body, prev, hash, a_role
    FROM unnest(seqs, ats, kinds, bodies, prevs, hashes) AS r(seq, at, kind, body, prev, hash)
    WHERE seq::bigint >= from_seq ON CONFLICT DO NOTHING;
  IF branches THEN
    PERFORM raise_alarm('fork', a_role, own.station, own.epoch, from_seq, hashes[from_seq - seqs[1]::bigint + 1]);
  END IF;
END $$;

-- Take a batch in the name of an enrolment. No role but the owner may call this.
CREATE FUNCTION take(a_role name, a_epoch text,
  seqs text[], ats text[], kinds text[], bodies text[], prevs text[], hashes text[])
RETURNS answer LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  a_chain bigint;
  a_state text;
  own text;
  stood answer;
  first_seq bigint;
  differs bigint;
BEGIN
  IF NOT in_order(seqs, ats, kinds, bodies, prevs, hashes) THEN
    PERFORM raise_alarm('bad_batch', a_role, NULL, left(a_epoch, 80), NULL, '');
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
  INSERT INTO records (chain, seq, at, kind, body, prev, hash)
    SELECT a_chain, seq::bigint, at, kind, body, prev, hash
    FROM unnest(seqs, ats, kinds, bodies, prevs, hashes) AS r(seq, at, kind, body, prev, hash)
    WHERE seq::bigint > stood.count;
  IF FOUND THEN
    PERFORM tell_unreadable(a_role, own, a_epoch, seqs, bodies);
    PERFORM pg_notify('kiosk_hub', 'records');
  END IF;
  RETURN standing('taken', a_chain);
END $$;

-- What a station was acknowledged before must still be here: a hub put back from a back-up has forgotten some.
CREATE FUNCTION hold_to_receipt(a_role name, a_epoch text, had_count bigint, had_head text)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  own text;
  here text;
BEGIN
  IF coalesce(had_count, 0) < 1 THEN
    RETURN;
  END IF;
  SELECT station INTO own FROM bindings WHERE role = a_role;
  SELECT r.hash INTO here FROM chains c JOIN records r ON r.chain = c.id AND r.seq = had_count
    WHERE c.station = coalesce(own, c.station) AND c.epoch = a_epoch;
  IF here IS NULL THEN
    PERFORM raise_alarm('forgot', a_role, own, a_epoch, had_count, left(had_head, 64));
  ELSIF here <> had_head THEN
    PERFORM raise_alarm('rewritten', a_role, own, a_epoch, had_count, left(had_head, 64));
  END IF;
END $$;

-- The one function of a station. Who it is follows from the connection, never from an argument.
CREATE FUNCTION push(protocol int, a_hub text, a_epoch text,
  seqs text[], ats text[], kinds text[], bodies text[], prevs text[], hashes text[],
  sent_at text, boot text, owed bigint, program text, had_count bigint, had_head text)
RETURNS answer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  me name;
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
  RETURN take(me, a_epoch, seqs, ats, kinds, bodies, prevs, hashes);
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA kiosk_hub FROM PUBLIC;
REVOKE ALL ON TYPE answer FROM PUBLIC;
GRANT EXECUTE ON FUNCTION push TO @STATION@;
GRANT EXECUTE ON FUNCTION body_json TO @READER@;
