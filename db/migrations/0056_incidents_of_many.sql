-- How much of the free seats of other buses may be kept for the passengers of an incident. Until now it
-- was the same for all, as the rule says.
alter table incidents
  add column offered_share double precision not null default 0.6
    check (offered_share > 0 and offered_share <= 1);

-- The incidents that a departure was ever in.
create index on incident_departures (departure_id);
