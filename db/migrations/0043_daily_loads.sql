-- How full the buses of a day were, by route, summed up by the job at 00:40: a month has hundreds of
-- thousands of departures and holds. The sums outlive the orders that they are made of.
create table loaded_days (
  day        date primary key,                        -- of service
  summed_at  timestamptz not null
);
create table daily_loads (
  day              date not null references loaded_days on delete cascade,
  route_id         text not null,
  departures       int not null check (departures >= 0),      -- that were not cancelled
  cancelled        int not null check (cancelled >= 0),
  seats            int not null check (seats >= 0),           -- of the departures that were not cancelled
  sold             int not null check (sold >= 0),            -- on the fullest leg of each of them
  full_departures  int not null check (full_departures >= 0),
  primary key (day, route_id)
);
