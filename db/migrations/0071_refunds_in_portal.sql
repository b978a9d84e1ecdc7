-- The part of a change's refund that no card gets any more, since it went back in the portal of the provider
-- before the change. Without it, an order that was refunded there in part could no longer be cancelled.

alter table changes add column portal_cents int not null default 0 check (portal_cents >= 0);
