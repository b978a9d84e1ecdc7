-- Departures that a new timetable moved, and whose passengers the office took along to the new times.

-- One kind of incident more than there are.
do $$
declare
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint
    where conname = 'incidents_kind_check' and conrelid = 'incidents'::regclass);
begin
  alter table incidents drop constraint incidents_kind_check;
  execute 'alter table incidents add constraint incidents_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''retimed''::text, ');
end $$;

-- When a person took over the times of a new timetable: the passengers of a departure were moved
-- to the one that replaced it, or its own times were rewritten. Seats are held on it only at the
-- times that the buyer was shown.
alter table departures add column retimed_at timestamptz;

-- What the holder bought before the times changed; null once the buyer agreed to the new ones. The
-- number counts every change of the times, so that a calendar takes the newest.
alter table bookings
  add column retimed_from timestamptz,
  add column retimed_arrival_from timestamptz,
  add column retimings int not null default 0 check (retimings >= 0),
  add check ((retimed_from is null) = (retimed_arrival_from is null));
