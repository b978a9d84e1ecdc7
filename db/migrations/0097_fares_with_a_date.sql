-- A fare holds from a day of boarding on, until the next row of its pair and category; null: not sold.
alter table fares
  alter column fare_cents drop not null,
  add column valid_from date not null default '0001-01-01',
  drop constraint fares_pkey,
  add primary key (from_stop_id, to_stop_id, passenger_category, valid_from);

-- The fares of a pair by category, in cents, on each day from the first to before the second date.
create view fare_tables as
select from_stop_id, to_stop_id, valid_from,
  lead(valid_from, 1, 'infinity') over (
    partition by from_stop_id, to_stop_id order by valid_from) as valid_until,
  (select jsonb_object_agg(passenger_category, fare_cents) filter (where fare_cents is not null)
    from (
      select distinct on (passenger_category) passenger_category, fare_cents
      from fares as begun
      where begun.from_stop_id = days.from_stop_id and begun.to_stop_id = days.to_stop_id
        and begun.valid_from <= days.valid_from
      order by passenger_category, begun.valid_from desc) as in_force) as fares
from (select distinct from_stop_id, to_stop_id, valid_from from fares) as days;

-- All rows of fares as each change left them, so that any can be published again.
create table fare_editions (
  edition   int primary key,
  fares     jsonb not null,
  begins    date,                          -- the first day of boarding with other fares; null: all days
  back_to   int references fare_editions,  -- the edition that was published again
  made_by   text not null,                 -- as an actor of the audit
  made_at   timestamptz not null
);
insert into fare_editions (edition, fares, made_by, made_at)
select 1, jsonb_agg(to_jsonb(fares)), 'import:console', now() from fares having count(*) > 0;

-- The edition of which a booking has its fares; null: kept from another ride or a phone, or sold before.
alter table bookings add column fare_edition int;
create index on fare_editions (back_to);
