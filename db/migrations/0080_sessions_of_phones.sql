-- The session whose phone this is, so that no other one counts in its name. A block of the phone ends it. Empty
-- once it is over: the phone then belongs to the member who used it last.
alter table boarding_devices
  add column session_id text references staff_sessions on delete set null;
create index on boarding_devices (session_id);
