-- Who travels on a booking, a row for each category, so that another category needs no column. Rows
-- of nobody keep the fare too: it was frozen with the others, and holds for whoever joins at the fares
-- of the sale. Which categories there are is known to the list in modules/fares/passengers.ts alone.
create table booking_passengers (
  booking_id  uuid not null references bookings on delete cascade,
  category    text not null,
  count       int not null check (count >= 0),
  fare_cents  int not null check (fare_cents >= 0),
  primary key (booking_id, category)
);
insert into booking_passengers
select booking_id, category, count, fare_cents
from bookings cross join lateral (values
  ('adult', adults, adult_fare_cents), ('child', children, child_fare_cents),
  ('student', students, student_fare_cents), ('infant', infants, infant_fare_cents)
) as passengers (category, count, fare_cents);

-- With the columns go the checks upon them: that the party is one of 1 to 15 people, and that the total
-- is what they pay. From here on both are invariants (I7).
alter table bookings
  drop column adults, drop column children, drop column students, drop column infants,
  drop column adult_fare_cents, drop column child_fare_cents,
  drop column student_fare_cents, drop column infant_fare_cents;
alter table fares drop constraint fares_passenger_category_check;
alter table receipt_lines drop constraint receipt_lines_category_check;
