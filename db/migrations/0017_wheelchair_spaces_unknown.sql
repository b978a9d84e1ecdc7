-- Null: nobody knows whether a wheelchair can travel on it. None is sold, and travellers are asked to call.
alter table trips alter column wheelchair_places drop not null;
alter table departures alter column wheelchair_places drop not null;
