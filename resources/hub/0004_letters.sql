-- Two stations that are set up with one letter give out the same ruling numbers. The hub tells them apart by who they
-- are, loses nothing, and says so. What a log itself says of its letter stands in its records `set_up`.

CREATE INDEX set_ups ON records (chain, seq) WHERE kind = 'set_up';

CREATE VIEW own_letters AS
  SELECT DISTINCT ON (c.station) c.station, c.epoch, r.seq, body_json(r.body) ->> 'letter' AS letter
  FROM records r JOIN chains c ON c.id = r.chain
  WHERE r.kind = 'set_up' ORDER BY c.station, r.taken DESC, r.seq DESC;

CREATE OR REPLACE VIEW enrolment_list AS
  SELECT e.role, e.letter, e.at, s.at AS struck, b.station, n.last_at AS seen, n.ahead_ms, n.owed, n.program,
         o.letter AS own_letter
  FROM enrolments e LEFT JOIN struck_off s USING (role) LEFT JOIN bindings b USING (role)
  LEFT JOIN LATERAL (SELECT * FROM seen WHERE seen.role = e.role ORDER BY last_at DESC LIMIT 1) n ON true
  LEFT JOIN own_letters o ON o.station = b.station;

-- Once for each batch, and nothing to do in most of them.
CREATE FUNCTION tell_letters() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, kiosk_hub, pg_temp AS $$
DECLARE
  mine record;
  other record;
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE kind = 'set_up') THEN
    RETURN NULL;
  END IF;
  FOR mine IN SELECT e.role, e.letter, o.station, o.epoch, o.seq, o.letter AS own_letter
    FROM own_letters o JOIN bindings b ON b.station = o.station JOIN enrolments e ON e.role = b.role
    WHERE NOT EXISTS (SELECT FROM struck_off s WHERE s.role = e.role)
      AND o.station IN (SELECT c.station FROM added a JOIN chains c ON c.id = a.chain WHERE a.kind = 'set_up')
  LOOP
    IF mine.own_letter ~ '^[A-Z]$' AND mine.own_letter <> mine.letter THEN
      PERFORM raise_alarm('other_letter', mine.role, mine.station, mine.epoch, mine.seq, mine.own_letter);
    END IF;
    FOR other IN SELECT e.letter FROM own_letters o JOIN bindings b ON b.station = o.station
      JOIN enrolments e ON e.role = b.role
      WHERE o.letter = mine.own_letter AND o.station <> mine.station
        AND NOT EXISTS (SELECT FROM struck_off s WHERE s.role = e.role)
    LOOP
      PERFORM raise_alarm('same_letter', mine.role, mine.station, mine.epoch, mine.seq, other.letter);
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER letters_told AFTER INSERT ON records REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tell_letters();

REVOKE ALL ON own_letters FROM PUBLIC;
REVOKE ALL ON FUNCTION tell_letters FROM PUBLIC;
GRANT SELECT ON enrolment_list TO @READER@;
