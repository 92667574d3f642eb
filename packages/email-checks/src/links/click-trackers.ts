/** A service that counts clicks and then redirects to the link's target. */
interface ClickTracker {
  name: string
  /** A public page that says that it counts clicks. */
  source: string
  hosts: readonly string[]
  path?: RegExp
}

const tracker = (name: string, hosts: string, source: string, path?: RegExp): ClickTracker => ({
  name,
  hosts: hosts.split(' '),
  source,
  ...(path && { path }),
})

/** Braze and others send through SendGrid, SparkPost or Amazon SES, and have their addresses. */
export const clickTrackers: readonly ClickTracker[] = [
  tracker(
    'ActiveCampaign',
    'activehosted.com emlnk.com',
    'https://help.activecampaign.com/hc/en-us/articles/115001566370-About-link-tracking',
    /\/lt\.php\?/,
  ),
  tracker(
    'Amazon SES',
    'awstrack.me',
    'https://docs.aws.amazon.com/ses/latest/dg/configure-custom-open-click-domains.html',
    /^\/CL0\/|^\/L0\/http/,
  ),
  tracker(
    'AWeber',
    'clicks.aweber.com',
    'https://help.aweber.com/hc/en-us/articles/204029716-What-is-Click-Tracking',
  ),
  tracker(
    'Brevo',
    'sendibt2.com sendibt3.com sendibm1.com sendibm2.com sendibm3.com',
    'https://senderreputation.org/blog/custom-tracking-domain-setup-deliverability-guide',
    /^\/(?:mk|tr)\/cl\//,
  ),
  tracker('Constant Contact', 'rs6.net', 'https://steveshank.com/cgi-bin/article.pl?aid=721'),
  tracker(
    'Customer.io',
    'customeriomail.com track.customer.io track-eu.customer.io',
    'https://docs.customer.io/journeys/link-tracking-custom-domain',
    /^\/e\/c\//,
  ),
  tracker(
    'Dotdigital',
    'dmtrk.net dmtrk.com ddlnk.net ddlnk.com trackedlink.net',
    'https://support.dotdigital.com/hc/en-gb/articles/115000608744-What-tracking-domains-are-used-in-emails-sent-from-our-platform-',
  ),
  tracker(
    'HubSpot',
    'hubspotlinks.com hubspotemail.net',
    'https://knowledge.hubspot.com/connected-email/understand-hubspot-sales-email-open-and-click-tracking',
    /\/(?:Btc|Ctc)\//,
  ),
  tracker(
    'Iterable',
    'links.iterable.com links.eu.iterable.com',
    'https://support.iterable.com/hc/en-us/articles/115000427446-Configuring-HTTPS-for-Link-Tracking-Domains',
  ),
  tracker(
    'Klaviyo',
    'klclick.com klclick1.com klclick2.com klclick3.com klaviyomail.com',
    'https://community.klaviyo.com/campaigns-flows-and-sms-30/why-do-my-campaign-urls-say-trk-klclick-com-221',
  ),
  tracker(
    'Mailchimp',
    'list-manage.com list-manage1.com list-manage2.com',
    'https://mailchimp.com/help/enable-and-view-click-tracking',
  ),
  tracker(
    'MailerLite',
    'mlsend.com mlsend2.com mlflow.com',
    'https://www.mailerlite.com/help/what-is-mlsend',
  ),
  tracker('MailerSend', 'mailersend.net', 'https://www.mailersend.com/help/domain-tracking-options'),
  tracker(
    'Mailgun',
    'mailgun.org mailgun.net',
    'https://documentation.mailgun.com/docs/mailgun/user-manual/tracking-messages/',
    /^\/c\/eJ/,
  ),
  tracker(
    'Mailjet',
    't.mailjet.com mjt.lu',
    'https://documentation.mailjet.com/hc/en-us/articles/30625039188379-How-to-Enable-HTTPS-for-Your-Tracking-Links',
    /^\/lnk\//,
  ),
  tracker(
    'Mandrill',
    'mandrillapp.com',
    'https://mandrill.zendesk.com/hc/en-us/articles/360038797994-How-to-Use-a-Custom-Tracking-Domain',
    /^\/track\/click/,
  ),
  tracker(
    'Marketo',
    'mktomail.com',
    'https://nation.marketo.com/t5/knowledgebase/overview-amp-faq-secured-domains-for-tracking-links/ta-p/249255',
  ),
  tracker(
    'Oracle Eloqua',
    'en25.com eloqua.com',
    'https://github.com/AdguardTeam/cname-trackers/blob/main/trackers/oracle-eloqua.md',
    /^\/e\/er\?/,
  ),
  tracker(
    'Pardot',
    'pardot.com',
    'https://github.com/AdguardTeam/cname-trackers/blob/main/trackers/pardot.md',
  ),
  tracker('Postmark', 'pstmrk.it', 'https://postmarkapp.com/developer/user-guide/tracking-links'),
  tracker(
    'Salesforce Marketing Cloud',
    'exct.net exacttarget.com',
    'https://help.salesforce.com/s/articleView?id=mktg.mc_es_link_tracking.htm&type=5',
    /^\/\?qs=[0-9a-f]{16}/,
  ),
  tracker(
    'SendGrid',
    'sendgrid.net',
    'https://www.twilio.com/docs/sendgrid/ui/analytics-and-reporting/click-tracking-html-best-practices',
    /\/(?:ls|wf)\/click\?/,
  ),
  tracker(
    'SparkPost',
    'sparkpostmail.com spgo.io',
    'https://www.sparkpost.com/docs/tech-resources/ios-universal-links/',
    /^\/f\/a\//,
  ),
]

/** First labels that senders give to the host of a tracker, as in `click.shop.example`. */
const trackingLabel = /^(?:clicks?|clk|ctrk|trk|track|tracker|tracking)\d*$/

export function findClickTracker({ hostname, pathname, search }: URL): string | null {
  const host = hostname.replace(/\.$/, '')
  const known = clickTrackers.find(
    ({ hosts, path }) =>
      hosts.some((trackerHost) => host === trackerHost || host.endsWith(`.${trackerHost}`)) ||
      path?.test(pathname + search),
  )
  if (known) return known.name
  const labels = host.split('.')
  return labels.length > 2 && trackingLabel.test(labels[0] ?? '') ? host : null
}
