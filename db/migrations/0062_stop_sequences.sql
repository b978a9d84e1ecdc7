-- The number of each call in stop_times.txt, under which journey planners know it. Empty in a timetable
-- that was imported before this column: its numbers come with the next import.

alter table stop_times add column stop_sequence int check (stop_sequence >= 0);
