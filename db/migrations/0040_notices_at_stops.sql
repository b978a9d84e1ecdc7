-- A notice may be about one stop: it is shown with the timetables that call there, and on tickets.
alter table notices drop constraint notices_place_check;
alter table notices drop constraint notices_check;
alter table notices add column stop_id text references stops;
alter table notices
  add constraint notices_place_check check (place in ('every-page', 'route', 'stop')),
  add constraint notices_route_check check ((place = 'route') = (route_id is not null)),
  add constraint notices_stop_check check ((place = 'stop') = (stop_id is not null));
