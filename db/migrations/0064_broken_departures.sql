-- A bus that broke down on the road.

-- The first stop that it does not reach any more; null: it runs the whole way. Nobody boards or gets off
-- from there on, which is in closed_stops: this column says that the bus does not run for those who board
-- there, as a cancelled one does not run for anybody.
alter table departures add column broken_from int check (broken_from > 0);
