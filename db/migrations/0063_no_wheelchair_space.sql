-- Passengers whose bus lacks their wheelchair space: nothing is done without an answer but to call them.

alter table incident_bookings
  drop constraint incident_bookings_default_choice_check,
  add constraint incident_bookings_default_choice_check
    check (default_choice in ('move', 'refund', 'stay', 'call'));
