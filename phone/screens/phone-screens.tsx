import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { latePresses } from '#modules/boarding/phone/late-presses.ts'
import { operator } from '#operator'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import { CameraView } from './camera-view.tsx'
import { HandOverScreen } from './hand-over-screen.tsx'
import { SellScreen, TillLink } from './sell-screen.tsx'

/**
 * The screens of the phone, filled and shown by phone/state. Their words travel with the page,
 * so that its copy speaks the same language without a network. Without script only the choice of the
 * stop is shown.
 */
export function PhoneScreens({ choose }: { choose: React.ReactNode }) {
  const { locale, messages } = translation()
  const { phone: words } = messages.office.boarding
  return (
    <>
      <div
        id="phone"
        className="phone"
        hidden
        data-words={JSON.stringify(words)}
        data-page={localePath(locale, paths.officeBoarding())}
        data-sync={localePath(locale, paths.officeBoardingSync())}
        data-worker="/boarding-worker.js"
      >
        <output id="state" className="state" />
        <p id="log-in" hidden>
          <a
            className="button button-wide"
            href={localePath(locale, paths.officeLogin())}
            target="_blank"
            rel="noopener"
          >
            {messages.office.login.title}
          </a>
        </p>
        <div id="bus" className="boarding-bus" hidden>
          <p>
            <strong id="bus-time" /> <span id="bus-to" />
          </p>
          <p id="bus-count" />
        </div>
        <p id="bus-pair" hidden />
        <p id="stop-news" hidden />
        <Notices />
        <p id="conflicts" className="state state-stop" role="alert" hidden />
        <ScanScreen />
        <NamesScreen />
        <SellScreen />
        <MoreScreen />
        <HandOverScreen />
      </div>
      <div data-screen="ready" className="stack">
        {choose}
        <section id="choose-bus" className="stack" hidden aria-labelledby="choose-bus-title">
          <h2 id="choose-bus-title">{words.chooseBus}</h2>
          <div id="my-buses" className="boarding-answers" />
        </section>
        {operator.sellsOnBoard && <TillLink />}
      </div>
      <Tabs />
      <dialog id="sure" className="stack" aria-labelledby="sure-question">
        <p id="sure-question" className="boarding-title" />
        <form method="dialog" className="boarding-row">
          <Button value="no">{words.no}</Button>
          <Button kind="action" value="yes">
            {words.yes}
          </Button>
        </form>
      </dialog>
    </>
  )
}

/** The refusals of the office, above every screen until they are read (phone/state/notices.ts). */
function Notices() {
  const { notices: words } = translation().messages.office.boarding.phone
  return (
    <section
      id="notices"
      className="state state-stop"
      role="alert"
      aria-labelledby="notices-title"
      hidden
    >
      <h2 id="notices-title">{words.title}</h2>
      <ul id="notices-list" />
      <Button type="button" id="notices-read">
        {words.read}
      </Button>
    </section>
  )
}

/** Keys of a scanner reach the field wherever the focus is (phone/scanner.ts). */
function ScanScreen() {
  const { phone: words } = translation().messages.office.boarding
  return (
    <section data-screen="scan" className="stack" hidden aria-label={words.scan}>
      <CameraView />
      <form id="check" className="boarding-row" noValidate>
        <label className="visually-hidden" htmlFor="typed">
          {words.typed}
        </label>
        <input
          id="typed"
          className="input"
          placeholder={words.typedShort}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={1000}
        />
        <Button kind="action">{words.check}</Button>
      </form>
      <output id="verdict" className="verdict" aria-live="assertive" tabIndex={-1}>
        <span id="verdict-words" className="verdict-words" />
        <span id="verdict-party" />
      </output>
      <div id="answers" className="boarding-answers" />
    </section>
  )
}

function NamesScreen() {
  const { phone: words } = translation().messages.office.boarding
  return (
    <section data-screen="names" className="stack" hidden aria-label={words.names}>
      <label className="visually-hidden" htmlFor="search">
        {words.search}
      </label>
      <input
        id="search"
        className="input"
        type="search"
        placeholder={words.search}
        autoComplete="off"
      />
      <p id="nobody" hidden>
        {words.nobody}
      </p>
      <ul id="names" className="boarding-names" />
    </section>
  )
}

function MoreScreen() {
  const { boarding } = translation().messages.office
  const { phone: words } = boarding
  return (
    <section data-screen="more" className="stack" hidden aria-label={words.more}>
      <output id="done" className="boarding-title" />
      <h2>
        {words.late} <span id="late-people" className="small" />
      </h2>
      {/* The phone writes on each press what it means for its bus. */}
      <p id="late-now" hidden />
      <div className="boarding-row">
        {latePresses(0).more.map((minutes) => (
          <Button
            key={minutes}
            type="button"
            data-late={minutes}
            aria-label={words.lateBy.replace('*', String(minutes))}
          >
            {words.lateShort.replace('*', String(minutes))}
          </Button>
        ))}
      </div>
      <div id="less-late" className="boarding-row" hidden>
        <Button type="button" data-late={0}>
          {words.onTime}
        </Button>
        <Button type="button" data-late="" hidden />
      </div>
      <Button type="button" kind="action" id="leave">
        {words.leave}
      </Button>
      <Button type="button" data-tab="hand-over">
        {words.handOver.title}
      </Button>
      <Button type="button" data-tab="ready">
        {words.change}
      </Button>
      <Button type="button" id="update">
        {words.update}
      </Button>
      <Button type="button" kind="quiet" id="end">
        {words.end}
      </Button>
    </section>
  )
}

const TABS = (['scan', 'names', 'sell', 'more'] as const).filter((name) => {
  return name !== 'sell' || operator.sellsOnBoard
})

function Tabs() {
  const { boarding } = translation().messages.office
  const { phone: words } = boarding
  return (
    <nav id="tabs" className="boarding-tabs" hidden aria-label={boarding.title}>
      {TABS.map((name) => (
        <button key={name} type="button" data-tab={name}>
          {name === 'sell' ? words.walkUp.tab : words[name]}
        </button>
      ))}
    </nav>
  )
}
