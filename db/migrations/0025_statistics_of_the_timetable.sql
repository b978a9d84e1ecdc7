-- After an import the planner has to know at once how much is there. Only who owns a table may count its
-- rows for the planner, and the site, which imports, owns none: this it does as the owner, and nothing else.
create function analyze_timetable() returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    analyze departures, departure_stops, trips, stop_times, service_exceptions, fares, stops, stop_names;
  end $$;
revoke execute on function analyze_timetable() from public;
