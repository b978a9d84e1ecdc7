import { ACCOUNT_LETTERS } from '#modules/accounts/account-letters.server.ts'
import { REPLAY_ERASURES, replayErasures } from '#modules/accounts/replay-erasures.server.ts'
import { TIDY_ACCOUNTS, tidyAccounts } from '#modules/accounts/tidy-accounts.server.ts'
import { sumUpLoads } from '#modules/bookkeeping/figures/daily-loads.server.ts'
import { SUM_UP_DAYS, sumUpDays } from '#modules/bookkeeping/figures/figures.server.ts'
import {
  parkWatch,
  WATCH_EVERYTHING,
  WATCH_INVARIANTS,
  watchInvariants,
} from '#modules/bookkeeping/invariants/watch-invariants.server.ts'
import {
  MAIL_SETTLEMENT,
  mailSettlement,
} from '#modules/bookkeeping/settlement/settlement-mail.server.ts'
import {
  parkSettlement,
  REPORT_SETTLEMENT,
  reportSettlement,
} from '#modules/bookkeeping/settlement/settlement-report.server.ts'
import { followCompany, keepFirstEdition } from '#modules/company/company-editions.server.ts'
import { WATCH_COMPLAINTS, watchComplaints } from '#modules/enquiries/complaint-alerts.server.ts'
import { ENQUIRY_LETTERS } from '#modules/enquiries/enquiry-letters.server.ts'
import { TIDY_ENQUIRIES, tidyEnquiries } from '#modules/enquiries/tidy-enquiries.server.ts'
import { PREVIEW_DRAFT, previewDraft } from '#modules/gtfs/draft/preview-draft.server.ts'
import {
  deleteOldDrafts,
  PUBLISH_DRAFTS,
  publishDrafts,
} from '#modules/gtfs/draft/publish-drafts.server.ts'
import { compareFeed } from '#modules/gtfs/write/compare-feed.server.ts'
import { KEEP_FEED, keepFeed } from '#modules/gtfs/write/keep-feed.server.ts'
import { DECIDE_CHOICES, decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import {
  REFUND_HOLDERS,
  refundHolders,
  TELL_HOLDERS,
  tellHolders,
} from '#modules/incidents/departures/cancel-departure.server.ts'
import { seeToSmallerBuses } from '#modules/incidents/departures/smaller-bus.server.ts'
import { INCIDENT_LETTERS } from '#modules/incidents/letters/incident-letters.server.ts'
import { TELL_STOPS, tellStops } from '#modules/incidents/stops/tell-stops.server.ts'
import { TELL_NEWS, tellNews } from '#modules/incidents/times/tell-news.server.ts'
import { deliverMail, parkMail, type Letters } from '#modules/mail/deliver.server.ts'
import { SEND_MAIL } from '#modules/mail/outbox.server.ts'
import { RECONCILE_PAYMENT } from '#modules/payments/payments.server.ts'
import { parkRefund, SEND_REFUND, sendRefund } from '#modules/payments/refunds.server.ts'
import { parkWebhook, HANDLE_WEBHOOK } from '#modules/payments/webhooks.server.ts'
import { fitCapacities } from '#modules/seats/change-capacity.server.ts'
import { FIT_CAPACITY } from '#modules/seats/sink-capacity.server.ts'
import { WATCH_HOLDS, watchHolds } from '#modules/seats/watch-holds.server.ts'
import { STAFF_LETTERS } from '#modules/staff/mails/staff-letters.server.ts'
import { TIDY_STAFF, tidyStaff } from '#modules/staff/people/tidy-staff.server.ts'
import { KEEP_TICKET_KEYS, keepTicketKeys } from '#modules/tickets/ticket-keys.server.ts'
import { renewDepartures } from '#modules/timetable/make-departures.server.ts'
import { now } from '#platform/clock.server.ts'
import { findReplication } from '#platform/database/find-replication.server.ts'
import { mostOfJobs, warnOfShortage } from '#platform/database/find-shortage.server.ts'
import { openSiteDatabase } from '#platform/database/site-database.server.ts'
import { db } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import {
  SECONDS_TO_FINISH,
  keepTryingToStart,
  type Job,
  type JobDone,
} from '#platform/jobs/jobs.server.ts'
import { TIDY_TRIES, tidyTries } from '#platform/limits/count-tries.server.ts'
import { log, untilWritten } from '#platform/log.server.ts'
import { closeMail } from '#platform/mail/mail.server.ts'
import { env, leaveIfUnset } from '#platform/settings/env.server.ts'
import { prepareDatabase } from '#platform/start/prepare-database.server.ts'
import { mailAlert } from '#platform/watch/alert.server.ts'
import { openMetrics } from '#platform/watch/metrics-port.server.ts'
import { noteReplication, WATCH_REPLICATION } from '#platform/watch/watch-replication.server.ts'

import { isBeingFounded } from './demonstration/is-being-founded.server.ts'
import { ORDER_LETTERS } from './modules/notifications/order-letters.server.ts'
import { REMIND, remindTravellers } from './modules/notifications/remind.server.ts'
import { DELETE_OLD_CARTS, deleteOldCarts } from './modules/orders/cart/delete-old-carts.server.ts'
import { RESPELL_ORDERS, respellOrders } from './modules/orders/order/respell-orders.server.ts'
import { SEND_LINK, sendLink } from './modules/orders/reads/find-booking.server.ts'
import { handleWebhook } from './modules/orders/settlement/handle-webhook.server.ts'
import { reconcileLater } from './modules/orders/settlement/reconcile.server.ts'
import { FORGET_TRAVELLERS, forgetTravellers } from './modules/privacy/forget-travellers.server.ts'
import {
  FORGET_WHEELCHAIRS,
  forgetWheelchairs,
} from './modules/privacy/forget-wheelchairs.server.ts'
import { REMOVE_OLD_ROWS, removeOldRows } from './modules/privacy/remove-old-rows.server.ts'
import { EXPIRE_SALE, expireSale } from './modules/sales/expire-sale.server.ts'

const RENEW_DEPARTURES: Job<object> = {
  name: 'renew-departures',
  tries: 5,
  firstPause: 60,
  longestPause: 3600,
}

/** The letters of all kinds of mail, each from the module that knows its subject. */
export const LETTERS: Letters = {
  ...ORDER_LETTERS,
  ...INCIDENT_LETTERS,
  ...ACCOUNT_LETTERS,
  ...ENQUIRY_LETTERS,
  ...STAFF_LETTERS,
}

/**
 * Names under which mails were enqueued before migration 0026; jobs still waiting under them are
 * run.
 */
const SENT_BEFORE = ['send-account-mail', 'send-enquiry'].map((name) => ({ ...SEND_MAIL, name }))

/** All background jobs by name; recurring jobs have a schedule, in Cyprus time. */
export const JOBS: readonly JobDone<object>[] = [
  job({ job: RECONCILE_PAYMENT, run: (data) => reconcileLater(data, now()) }),
  job({
    job: HANDLE_WEBHOOK,
    run: (data) => handleWebhook(data, now()),
    park: parkWebhook,
    isPatient: true,
  }),
  job({
    job: SEND_REFUND,
    run: ({ refundId }) => sendRefund(refundId, now()),
    park: ({ refundId }) => parkRefund(refundId),
  }),
  ...[SEND_MAIL, ...SENT_BEFORE].map((send) =>
    job({
      job: send,
      run: ({ mailId }) => deliverMail({ mailId, letters: LETTERS, now: now() }),
      park: ({ mailId }) => parkMail(mailId),
      isPatient: true,
    }),
  ),
  mailAlert,
  job({ job: SEND_LINK, run: ({ requestId }) => sendLink(requestId, now()) }),
  job({ job: EXPIRE_SALE, run: ({ orderId }) => expireSale(orderId, now()) }),
  job({ job: TELL_HOLDERS, cron: '*/10 * * * *', run: () => tellHolders(now()) }),
  job({ job: TELL_STOPS, cron: '*/5 * * * *', run: () => tellStops(now()) }),
  job({ job: DECIDE_CHOICES, cron: '* * * * *', run: () => decideChoices(now()) }),
  job({ job: TELL_NEWS, cron: '*/10 * * * *', run: () => tellNews(now()) }),
  job({ job: REFUND_HOLDERS, cron: '50 4 * * *', run: () => refundHolders(now()) }),
  job({ job: REMIND, cron: '0 16-21 * * *', run: () => remindTravellers(now()) }),
  job({ job: RENEW_DEPARTURES, cron: '15 3 * * *', run: () => renewDepartures(now()) }),
  job({
    job: KEEP_FEED,
    cron: '1 0 * * *',
    run: () => eachAlone([() => keepFeed(now()), () => deleteOldDrafts(now())], (step) => step()),
  }),
  job({ job: PREVIEW_DRAFT, run: ({ draftId }) => previewDraft(draftId, now()) }),
  job({ job: PUBLISH_DRAFTS, cron: '* * * * *', run: () => publishDrafts(now()) }),
  job({ job: KEEP_TICKET_KEYS, cron: '45 3 * * *', run: () => keepTicketKeys(now()) }),
  job({ job: DELETE_OLD_CARTS, cron: '20 * * * *', run: () => deleteOldCarts(now()) }),
  job({ job: RESPELL_ORDERS, cron: '20 3 * * *', run: () => respellOrders() }),
  job({ job: FORGET_WHEELCHAIRS, cron: '30 3 * * *', run: () => forgetWheelchairs(now()) }),
  job({ job: REMOVE_OLD_ROWS, cron: '35 4 * * *', run: () => removeOldRows(now()) }),
  job({ job: FORGET_TRAVELLERS, cron: '25 4 * * *', run: () => forgetTravellers(now()) }),
  job({
    job: REPORT_SETTLEMENT,
    cron: '30 5 * * *',
    run: (data) => reportSettlement(data, now()),
    park: parkSettlement,
  }),
  job({
    job: SUM_UP_DAYS,
    cron: '40 0 * * *',
    run: async () => {
      await sumUpDays(now())
      await sumUpLoads(now())
    },
  }),
  job({
    job: WATCH_INVARIANTS,
    cron: '*/15 * * * *',
    run: async () => {
      if (!(await isBeingFounded(now()))) await watchAll({ whole: false })
    },
    park: parkWatch,
  }),
  job({
    job: WATCH_EVERYTHING,
    cron: '5 2 * * *',
    run: async () => {
      if (!(await isBeingFounded(now()))) await watchAll({ whole: true })
    },
    park: parkWatch,
  }),
  job({
    job: FIT_CAPACITY,
    cron: '*/5 * * * *',
    run: () => eachAlone([fitCapacities, seeToSmallerBuses], (step) => step(now())),
  }),
  job({
    job: WATCH_REPLICATION,
    cron: '*/5 * * * *',
    run: async () => noteReplication(await findReplication(), now()),
  }),
  job({ job: WATCH_HOLDS, cron: '*/15 * * * *', run: () => watchHolds(now()) }),
  job({ job: MAIL_SETTLEMENT, run: (data) => mailSettlement(data, now()) }),
  job({ job: REPLAY_ERASURES, cron: '10 4 * * *', run: () => replayErasures(now()) }),
  job({ job: TIDY_ACCOUNTS, cron: '50 3 * * *', run: () => tidyAccounts(now()) }),
  job({ job: TIDY_STAFF, cron: '55 3 * * *', run: () => tidyStaff(now()) }),
  job({ job: TIDY_TRIES, cron: '*/10 * * * *', run: () => tidyTries(now()) }),
  job({ job: WATCH_COMPLAINTS, cron: '0 8 * * *', run: () => watchComplaints(now()) }),
  job({ job: TIDY_ENQUIRIES, cron: '40 3 * * *', run: () => tidyEnquiries(now()) }),
]

function watchAll({ whole }: { whole: boolean }): Promise<void> {
  return watchInvariants(now(), { whole, compareFeed: () => compareFeed(db, now()) })
}

/** The list has jobs with different types of data; each job only ever receives its own. */
function job<Data extends object>(done: JobDone<Data>): JobDone<object> {
  return done
}

/* `node jobs.ts` runs the jobs apart from the site, which is then started with JOBS=off. */
if (import.meta.main) {
  const database = await openPrepared().catch(leaveIfUnset)
  const metrics = await openMetrics(env()).catch(leaveIfUnset)
  const following = await followCompany()
  const worker = await keepTryingToStart(database.directUrl, JOBS)
  log.info('Jobs are being done')
  const stop = async () => {
    await worker?.stop(SECONDS_TO_FINISH)
    await metrics.stop()
    await following.stop()
    closeMail()
    await database.stop()
    await untilWritten()
    process.exit()
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
}

async function openPrepared() {
  const database = await openSiteDatabase(env().DATA_DIR)
  await prepareDatabase(
    database,
    JOBS.map((one) => one.job),
  )
  await warnOfShortage(database, mostOfJobs(env()))
  await keepFirstEdition(now())
  await keepTicketKeys(now())
  return database
}
