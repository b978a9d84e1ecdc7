-- A trip whose times change keeps the departure that was sold at the old ones, withdrawn, beside the
-- one that is on sale at the new. Only one of them is ever planned.
alter table departures drop constraint departures_trip_id_service_date_key;
create unique index departures_planned_once on departures (trip_id, service_date)
  where status = 'planned';
