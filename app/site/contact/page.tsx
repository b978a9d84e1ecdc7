import { answerEnquiry, prepareForm } from '#app/components/enquiry/answer.server.ts'
import { EnquiryForm } from '#app/components/enquiry/enquiry-form.tsx'
import { thanked, Thanks } from '#app/components/enquiry/thanks.tsx'
import { readText } from '#app/components/text/read-text.server.ts'
import { textMeta } from '#app/components/text/text-meta.ts'
import { Prose, ProseSection } from '#app/components/text/text-page.tsx'
import type { Handle } from '#app/http/handle.ts'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { company } from '#operator'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import styles from './contact.css?inline'

export const handle = { styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) =>
  textMeta(loaderData?.receipt ? thanked(loaderData.text) : loaderData?.text)

export async function loader({ url }: Route.LoaderArgs) {
  return { text: await readText('contact'), ...(await prepareForm('contact', url)) }
}

export async function action({ request }: Route.ActionArgs) {
  return answerEnquiry(request, 'contact')
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { common, enquiries } = messages
  const { text, form, receipt } = loaderData
  return (
    <div className="wrap section-end">
      <PageHeader
        title={text.title}
        intro={text.description}
        crumbs={[
          { label: common.home, href: localePath(locale, paths.home()) },
          { label: text.title },
        ]}
        crumbsLabel={common.breadcrumbs}
      />
      {!receipt && <AtOnce />}
      <div className="contact-columns">
        {receipt ? (
          <Thanks receipt={receipt} />
        ) : (
          <EnquiryForm
            kind="contact"
            form={form}
            answer={actionData}
            heading={enquiries.writeToUs}
          />
        )}
        <div className="prose">
          <Prose html={text.lead} />
          {text.sections.map((section) => (
            <ProseSection key={section.id} section={section} />
          ))}
        </div>
      </div>
    </div>
  )
}

/** On a phone the form comes first, but a traveller at a stop at night wants to call. */
function AtOnce() {
  const { common } = translation().messages
  const { phone, email, hours } = company()
  return (
    <p className="row at-once not-printed">
      <a className={buttonClass()} href={`tel:${phone.replaceAll(' ', '')}`}>
        <Icon name="phone" />
        {phone}
      </a>
      <a className={buttonClass()} href={`mailto:${email}`}>
        <Icon name="mail" />
        {email}
      </a>
      <span className="soft small">{common.hours(hours.from, hours.until)}</span>
    </p>
  )
}
