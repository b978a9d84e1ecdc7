import { answerEnquiry, prepareForm } from '#app/components/enquiry/answer.server.ts'
import { EnquiryForm } from '#app/components/enquiry/enquiry-form.tsx'
import { thanked, Thanks } from '#app/components/enquiry/thanks.tsx'
import { measurePictures } from '#app/components/measure-pictures.server.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { Picture } from '#app/components/picture.tsx'
import { PICTURES } from '#app/components/pictures.ts'
import { listServices, readService } from '#app/components/text/service-texts.server.ts'
import { textMeta } from '#app/components/text/text-meta.ts'
import { Prose, ProseSection } from '#app/components/text/text-page.tsx'
import { notFound } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { isService, type Service } from '#modules/enquiries/forms.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/service'
import styles from './service.css?inline'

export const handle = {
  styles,
  preview: ({ slug = '' }) => (isService(slug) ? PICTURES[slug] : undefined),
} satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) =>
  textMeta(loaderData?.receipt ? thanked(loaderData.text) : loaderData?.text)

export async function loader({ params, url }: Route.LoaderArgs) {
  const service = getService(params.slug)
  const others = (await listServices()).filter(({ slug }) => slug !== service)
  const picture = (await measurePictures(service))[service]
  return { text: await readService(service), others, picture, ...(await prepareForm(service, url)) }
}

export async function action({ request, params }: Route.ActionArgs) {
  return answerEnquiry(request, getService(params.slug))
}

function getService(slug: string): Service {
  if (!isService(slug)) throw notFound()
  return slug
}

export default function ServicePage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { common, texts } = messages
  const { text, form, picture, receipt } = loaderData
  return (
    <div className="wrap section-end">
      <PageHeader
        title={text.title}
        intro={text.description}
        crumbs={[
          { label: common.home, href: localePath(locale, paths.home()) },
          { label: texts.services, href: localePath(locale, paths.services()) },
          { label: text.title },
        ]}
        crumbsLabel={common.breadcrumbs}
      />
      {receipt && <Thanks receipt={receipt} />}
      <div className="service-columns">
        <div className="prose service-text">
          {!receipt && !actionData && (
            <p className="to-form">
              <a className={buttonClass('action')} href="#enquiry">
                {texts.askForOffer}
              </a>
            </p>
          )}
          <Picture
            of={getService(params.slug)}
            size={picture}
            sizes="(min-width: 42rem) 38rem, 93vw"
            widest={608}
            isFirst
          />
          <Prose html={text.lead} />
          {text.sections.map((section) => (
            <ProseSection key={section.id} section={section} />
          ))}
        </div>
        {!receipt && (
          <EnquiryForm
            kind={getService(params.slug)}
            form={form}
            answer={actionData}
            heading={texts.askForOffer}
          />
        )}
        <OtherServices services={loaderData.others} />
      </div>
    </div>
  )
}

type OtherServicesProps = { services: readonly { slug: string; title: string }[] }

function OtherServices({ services }: OtherServicesProps) {
  const { texts } = translation().messages
  return (
    <nav className="other-services not-printed" aria-labelledby="other-services">
      <h2 id="other-services">{texts.otherServices}</h2>
      <ul>
        {services.map(({ slug, title }) => (
          <li key={slug}>
            <PageLink to={paths.service(slug)}>{title}</PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
