import { useOwnAddress } from '#app/components/office/own-address.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { MAX_NOTICE_LETTERS, NOTICE_TONES } from '#modules/notices/notice.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES } from '#platform/locale.ts'

import type { NoticeView } from './view.server.ts'

type NoticeFormProps = { notice: NoticeView; refused: Refused | undefined }

/**
 * Place, kind, time and text of a notice, to be kept as a draft or published as it is written: one
 * form with two buttons, so the act is in the button. A form that was refused still has what was
 * typed.
 */
export function NoticeForm({ notice, refused }: NoticeFormProps) {
  const here = useOwnAddress()
  const { notices } = translation().messages.office
  const typed = refused?.typed
  const errorOf = (field: string) =>
    refused?.problems.find(({ fieldId }) => fieldId === field)?.sentence
  return (
    <form method="post" action={here} className="card stack" noValidate>
      <input type="hidden" name="once" value={crypto.randomUUID()} />
      <input type="hidden" name="seen" value={notice.seen} />
      <SelectField
        label={notices.place}
        name="place"
        hint={notices.placeHint}
        defaultValue={typed?.['place'] ?? notice.place}
        error={errorOf('place')}
      >
        <option value="every-page">{notices.places['every-page']}</option>
        <optgroup label={notices.places.route}>
          <Options options={notice.places.routes} />
        </optgroup>
        <optgroup label={notices.places.stop}>
          <Options options={notice.places.stops} />
        </optgroup>
      </SelectField>
      <SelectField label={notices.tone} name="tone" defaultValue={typed?.['tone'] ?? notice.tone}>
        {NOTICE_TONES.map((tone) => (
          <option key={tone} value={tone}>
            {notices.tones[tone]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={notices.from}
        name="from"
        type="datetime-local"
        defaultValue={typed?.['from'] ?? notice.from}
        error={errorOf('from')}
      />
      <TextField
        label={notices.until}
        hint={notices.untilHint}
        name="until"
        type="datetime-local"
        defaultValue={typed?.['until'] ?? notice.until}
        error={errorOf('until')}
      />
      <Texts notice={notice} refused={refused} />
      <div className="row">
        <Button name="intent" value="save">
          {notices.save}
        </Button>
        <Button name="intent" value="publish" kind="action">
          {notices.publish}
        </Button>
      </div>
    </form>
  )
}

function Options({ options }: { options: NoticeView['places']['stops'] }) {
  return options.map(({ value, name }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}

/** The text in each language. */
function Texts({ notice, refused }: NoticeFormProps) {
  const { notices } = translation().messages.office
  const typed = refused?.typed
  return LOCALES.map((locale) => (
    <TextArea
      key={locale}
      label={notices.textIn(LANGUAGES[locale].name)}
      hint={notices.textHint(MAX_NOTICE_LETTERS)}
      name={`text-${locale}`}
      lang={locale}
      rows={3}
      maxLength={MAX_NOTICE_LETTERS}
      defaultValue={typed?.[`text-${locale}`] ?? notice.words[locale] ?? ''}
      error={refused?.problems.find(({ fieldId }) => fieldId === `text-${locale}`)?.sentence}
    />
  ))
}
