-- A departure whose bus never came is cancelled like any other, but after its planned time, and its passengers
-- are told that the bus is not coming.

alter table incidents add column never_came boolean not null default false;
