-- The incident that a mail tells of: new times, or a stop. A mail about new times was found by its time alone,
-- so it looked older than an incident that was announced while its job was running, and its passengers
-- were told twice; or newer than one that was still waiting for its locks, and they were never told.

alter table mails add column incident_id uuid references incidents;
