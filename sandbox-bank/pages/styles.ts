/**
 * The bank's own look: ink and plum, a plain system font, square and quiet. It resembles no shop.
 */
export const STYLES = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f4f2f7, #17141c);
  --sheet: light-dark(#ffffff, #221d2a);
  --ink: light-dark(#231a33, #f1edf7);
  --quiet: light-dark(#5b5168, #bcb2c9);
  --rule: light-dark(#d9d2e3, #40374d);
  --field: light-dark(#7d728c, #8d8299);
  --plum: light-dark(#5a2a82, #cfaaf0);
  --on-plum: light-dark(#ffffff, #241033);
  --wrong: light-dark(#b3122b, #ff9aa5);
  --wrong-wash: light-dark(#fdf0f1, #3a1c23);
  --test: light-dark(#ffdd57, #ffdd57);
  --test-dark: #201a00;
}
* { box-sizing: border-box }
html { font: 100%/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: break-word }
a { color: var(--plum) }
:focus-visible { outline: 3px solid var(--plum); outline-offset: 2px }
.skip { position: absolute; left: -999rem }
.skip:focus { left: .5rem; top: .5rem; z-index: 1; padding: .75rem 1rem; background: var(--sheet) }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }

.test { background: var(--test); color: var(--test-dark); text-align: center; padding: .6rem 1rem; font-size: .9375rem }
.test strong { display: block; font-size: 1.125rem; letter-spacing: .02em }
.test::after { content: ''; display: block; height: 6px; margin: .6rem -1rem -.6rem;
  background: repeating-linear-gradient(135deg, #201a00 0 10px, #ffdd57 10px 20px) }

.top, main, footer { max-width: 60rem; margin-inline: auto; padding-inline: 1rem }
.top { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding-block: .75rem }
.mark { display: flex; align-items: center; gap: .6rem; font-weight: 650; letter-spacing: -.01em }
.mark svg { width: 1.75rem; height: 1.75rem; color: var(--plum) }
.top a { display: inline-flex; align-items: center; min-height: 44px; padding-inline: .5rem; margin-inline-end: -.5rem }

main { display: grid; gap: 1rem; padding-block: .25rem 2rem }
.narrow { max-width: 32rem }
.sheet { background: var(--sheet); border: 1px solid var(--rule); border-radius: 4px; padding: 1.25rem }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.015em; margin: 0 0 1rem }
h2 { font-size: 1rem; margin: 0 0 .5rem }
p { margin: 0 0 .75rem }
.quiet { color: var(--quiet); font-size: .9375rem }

.amount { font-size: 2.25rem; line-height: 1.2; font-weight: 300; letter-spacing: -.02em; font-variant-numeric: tabular-nums; margin: 0 0 .75rem }
.lines { list-style: none; margin: 0 0 1rem; padding: .75rem 0 0; border-top: 1px solid var(--rule); font-size: .9375rem }
.lines li { display: flex; justify-content: space-between; gap: 1rem; padding-block: .2rem }
.lines span:last-child { white-space: nowrap; font-variant-numeric: tabular-nums }
.clock { border-top: 1px solid var(--rule); padding-top: .75rem; margin: 0 }
.clock p { margin: 0 }
form + .clock { margin-block: 1rem 0 }
.clock b { font-variant-numeric: tabular-nums; color: var(--ink) }

.field { margin-bottom: 1.125rem; min-width: 0 }
.pair { display: grid; gap: 0 1rem }
label { display: block; font-weight: 600 }
.hint { display: block; color: var(--quiet); font-size: .875rem }
input { display: block; width: 100%; min-height: 48px; margin-top: .375rem; padding: .5rem .75rem; font: inherit; font-size: 1.0625rem;
  color: inherit; background: var(--sheet); border: 1px solid var(--field); border-radius: 3px }
input.digits { font-variant-numeric: tabular-nums; letter-spacing: .04em }
input[aria-invalid] { border: 2px solid var(--wrong) }
.wrong { display: block; color: var(--wrong); font-weight: 600; font-size: .9375rem; margin-top: .25rem }
.summary { border: 2px solid var(--wrong); border-left-width: 8px; background: var(--wrong-wash); border-radius: 3px; padding: .75rem 1rem; margin-bottom: 1.25rem }
.summary ul { margin: 0; padding: 0; list-style: none }
.summary a { display: flex; align-items: center; min-height: 44px; color: var(--wrong); font-weight: 600; padding-block: .25rem }

button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 48px; padding: .6rem 1.25rem; border-radius: 3px;
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; border: 1px solid transparent }
.main { width: 100%; background: var(--plum); color: var(--on-plum); font-size: 1.0625rem }
.main:hover { filter: brightness(1.12) }
.plain { width: 100%; background: none; color: var(--plum); text-decoration: underline; text-underline-offset: .2em; margin-top: .5rem }
.small { min-height: 44px; padding: .25rem .9rem; background: none; color: var(--plum); border-color: var(--field) }

details { margin-bottom: 1.25rem; border: 1px solid var(--rule); border-radius: 3px }
summary { min-height: 48px; display: flex; align-items: center; gap: .6rem; padding: .5rem .9rem; font-weight: 600; color: var(--plum); cursor: pointer; list-style: none }
summary::-webkit-details-marker { display: none }
summary::before { content: ''; border: solid currentColor; border-width: 0 2px 2px 0; width: .5rem; height: .5rem; rotate: -45deg }
details[open] summary::before { rotate: 45deg }
details p { padding-inline: .9rem }
.cards { list-style: none; margin: 0; padding: 0 }
.cards li { display: flex; justify-content: space-between; align-items: center; gap: .75rem; padding: .4rem .9rem; border-top: 1px solid var(--rule); font-size: .9375rem }
.cards code { font: inherit; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap }
.cards span { color: var(--quiet); display: block }

footer { color: var(--quiet); font-size: .875rem; padding-bottom: 2rem }

@media (min-width: 26rem) { .pair { grid-template-columns: 1fr 1fr; align-items: end } .sheet { padding: 1.5rem } }
@media (min-width: 52rem) {
  .two { grid-template-columns: 20rem 1fr; align-items: start; gap: 1.5rem; padding-top: 1rem }
  .sheet { padding: 2rem }
}
@media (prefers-reduced-motion: no-preference) { .main { transition: filter .12s } }
`
