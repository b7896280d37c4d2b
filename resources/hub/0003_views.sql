-- What a reader sees. Bodies go through `body_json`: what PostgreSQL cannot hold is NULL here and an alarm there.

CREATE VIEW letters AS
  SELECT DISTINCT ON (b.station) b.station, e.letter
  FROM bindings b JOIN enrolments e USING (role) ORDER BY b.station, e.at DESC;

CREATE VIEW record_list AS
  SELECT l.letter, c.station, c.epoch, r.seq, r.at, r.kind, body_json(r.body) AS body, r.body AS text, r.prev, r.hash, r.taken
  FROM records r JOIN chains c ON c.id = r.chain LEFT JOIN letters l ON l.station = c.station;

CREATE VIEW fork_list AS
  SELECT l.letter, c.station, c.epoch, f.seq, f.at, f.kind, f.body AS text, f.prev, f.hash, f.role, f.taken
  FROM forks f JOIN chains c ON c.id = f.chain LEFT JOIN letters l ON l.station = c.station;

CREATE VIEW head_list AS
  SELECT l.letter, c.station, c.epoch, h.seq AS count, h.hash AS head, h.taken
  FROM chains c LEFT JOIN letters l ON l.station = c.station
  CROSS JOIN LATERAL (SELECT seq, hash, taken FROM records WHERE chain = c.id ORDER BY seq DESC LIMIT 1) h;

CREATE VIEW enrolment_list AS
  SELECT e.role, e.letter, e.at, s.at AS struck, b.station, n.last_at AS seen, n.ahead_ms, n.owed, n.program
  FROM enrolments e LEFT JOIN struck_off s USING (role) LEFT JOIN bindings b USING (role)
  LEFT JOIN LATERAL (SELECT * FROM seen WHERE seen.role = e.role ORDER BY last_at DESC LIMIT 1) n ON true;

CREATE VIEW alarm_list AS
  SELECT a.id, a.at, a.kind, e.letter, a.role, a.station, a.epoch, a.seq, a.detail
  FROM alarms a LEFT JOIN enrolments e USING (role);

CREATE VIEW hub_list AS SELECT id, event, began FROM hub;

GRANT SELECT ON record_list, fork_list, head_list, enrolment_list, alarm_list, hub_list TO @READER@;
