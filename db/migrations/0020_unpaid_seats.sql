-- From which network seats are held that nobody has paid for: a keyed hash, so that no address is
-- kept. It goes with the hold, and when the seats are sold.
alter table seat_holds add column held_by text;
create index on seat_holds (held_by) where held_by is not null;
