-- The people of the company, apart from the travellers' accounts: a second instance of the auth library
-- keeps their sessions (modules/staff/sign-in/auth.server.ts), and no table is shared. A member is never deleted,
-- since the audit names its members.
create table staff (
  id             text primary key,
  name           text not null,
  email          text not null unique check (email = lower(email)),
  email_verified boolean not null default false,        -- the library's; true once the invitation was accepted
  image          text,                                  -- the library's; always empty
  locale         text not null,                         -- of the pages after log-in, and of the mails
  state          text not null check (state in ('invited', 'active', 'suspended', 'left')),
  shortcuts      boolean not null default true,         -- single-key shortcuts (WCAG 2.1.4 lets people turn them off)
  demonstration  boolean not null default false,        -- entered by "Enter as …"; never signed in to in live mode
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);

create table staff_roles (
  staff_id  text not null references staff,
  role      text not null check (role in (
              'owner', 'dispatcher', 'seller', 'accountant', 'driver', 'editor', 'auditor')),
  given_by  text not null,                              -- the actor, as the audit spells it
  given_at  timestamptz not null,
  primary key (staff_id, role)
);
create index on staff_roles (role);

-- The library writes id, token, staff_id, expires_at, created_at and last_act_at. A request reads the row
-- each time, so what ends here has ended everywhere.
create table staff_sessions (
  id            text primary key,
  token         text not null unique,                   -- the cookie holds it signed
  staff_id      text not null references staff,
  ip_address    text,                                   -- the library's; never filled
  device        text,                                   -- browser and system, for the list of sessions
  last_act_at   timestamptz not null,                   -- last act or page; polls do not count
  confirmed_at  timestamptz,                            -- last proof of identity in this session …
  confirmed_by  text check (confirmed_by in ('passkey', 'code', 'recovery-code')),
  wrong_proofs  int not null default 0,                 -- … and the failed ones since wrong_since
  wrong_since   timestamptz,
  expires_at    timestamptz not null,
  created_at    timestamptz not null
);
create index on staff_sessions (staff_id);

create table staff_passwords (
  staff_id       text primary key references staff,
  password_hash  text not null,                         -- argon2id
  changed_at     timestamptz not null
);

-- Signs the cookies of sessions and encrypts the secrets of authenticators where no setting names a key.
-- One row, made here.
create table staff_keys (
  key  text primary key default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into staff_keys default values;

-- Authenticator apps (TOTP, RFC 6238).
create table staff_authenticators (
  staff_id    text primary key references staff,
  secret      text not null,                            -- encrypted
  last_step   bigint not null,                          -- no code of this time step or an earlier one counts again
  created_at  timestamptz not null
);

create table staff_passkeys (
  passkey_id  text primary key,                         -- the credential's id, in base64url
  staff_id    text not null references staff,
  device      text,                                     -- browser and system where it was made
  public_key  bytea not null,                           -- SubjectPublicKeyInfo
  counter     bigint not null,
  created_at  timestamptz not null,
  used_at     timestamptz
);
create index on staff_passkeys (staff_id);

-- Ten codes for a lost phone, each for one use.
create table staff_recovery_codes (
  staff_id  text not null references staff,
  digest    text not null,
  made_at   timestamptz not null,
  used_at   timestamptz,
  primary key (staff_id, digest)
);

-- Challenges of passkeys that were answered. Each counts once; it carries its own end, so that showing a
-- log-in page writes nothing.
create table staff_spent_challenges (
  digest      text primary key,
  expires_at  timestamptz not null
);

-- Links that let a person set password and second factor: for a new member, or one whose factors are lost.
create table staff_invitations (
  digest       text primary key,
  staff_id     text not null references staff,
  kind         text not null check (kind in ('invitation', 'reset')),
  invited_by   text not null,                           -- the actor, as the audit spells it
  usable_from  timestamptz not null,                    -- a reset waits a day while another owner can stop it
  expires_at   timestamptz not null,
  opened_at    timestamptz,                             -- a password was set: the link is spent
  accepted_at  timestamptz,                             -- and then a second factor
  revoked_at   timestamptz
);
create index on staff_invitations (staff_id);

-- Forms that were carried out. The same form sent again is answered as the first time, and does nothing.
create table staff_acts (
  once      text primary key,
  staff_id  text not null references staff,
  answered  text,                                       -- the address to which the act led
  at        timestamptz not null
);
create index on staff_acts (at);

alter table audit_entries
  add column request_id text,                           -- leads to the log
  add column overrule text;                             -- the reason code of a waived rule
create index on audit_entries (entered_at, audit_id);
create index on audit_entries (actor, entered_at);
