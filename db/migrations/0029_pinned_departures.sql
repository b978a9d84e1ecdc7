-- What a person changed by hand is pinned: imports and the nightly renewal leave it as it is.
alter table departures add column pinned boolean not null default false;
update departures set pinned = true where status = 'cancelled';

-- Departures that are kept otherwise than the timetable of the moment has them. Every import and
-- every renewal brings the list up to date; a person reads it and decides.
--   absent    sold, and not in the timetable any more
--   moved     at other times or stops in the timetable
--   altered   with another bus, or on another route, in the timetable
--   runs      cancelled by hand, and in the timetable as it was
create table departure_differences (
  departure_id  uuid primary key references departures on delete cascade,
  kind          text not null check (kind in ('absent', 'moved', 'altered', 'runs')),
  noticed_at    timestamptz not null                  -- when it became so
);
