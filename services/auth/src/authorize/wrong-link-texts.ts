import type { Texts } from '@pas/pages/languages'

const en = {
  applicationTwice:
    'The link that led here names its application (client_id) twice. Nothing was allowed. Go back to the application and tell the people who make it.',
  noApplication:
    'The link that led here does not name its application (client_id). Nothing was allowed. Go back to the application and tell the people who make it.',
  unknownApplication:
    'The link that led here names an application (client_id) that is not registered here or is switched off. Nothing was allowed. Go back to the application and tell the people who make it.',
  redirectUriTwice:
    'The link that led here gives the address to return to (redirect_uri) twice. Nothing was allowed. Go back to the application and tell the people who make it.',
  noRedirectUri:
    'The link that led here does not say to which of the application’s registered addresses to return (redirect_uri). Nothing was allowed. Go back to the application and tell the people who make it.',
  unknownRedirectUri:
    'The link that led here wants to return to an address (redirect_uri) that is not registered for the application. Nothing was allowed. Go back to the application and tell the people who make it.',
}

export const wrongLinkTexts = {
  en,
  de: {
    applicationTwice:
      'Der Link, der Sie hierher führte, nennt seine Anwendung (client_id) zweimal. Es wurde nichts erlaubt. Gehen Sie zurück zur Anwendung und geben Sie ihrem Anbieter Bescheid.',
    noApplication:
      'Der Link, der Sie hierher führte, nennt seine Anwendung (client_id) nicht. Es wurde nichts erlaubt. Gehen Sie zurück zur Anwendung und geben Sie ihrem Anbieter Bescheid.',
    unknownApplication:
      'Der Link, der Sie hierher führte, nennt eine Anwendung (client_id), die hier nicht registriert oder abgeschaltet ist. Es wurde nichts erlaubt. Gehen Sie zurück zur Anwendung und geben Sie ihrem Anbieter Bescheid.',
    redirectUriTwice:
      'Der Link, der Sie hierher führte, nennt die Adresse für die Rückkehr (redirect_uri) zweimal. Es wurde nichts erlaubt. Gehen Sie zurück zur Anwendung und geben Sie ihrem Anbieter Bescheid.',
    noRedirectUri:
      'Der Link, der Sie hierher führte, sagt nicht, zu welcher der registrierten Adressen es zurückgeht (redirect_uri). Es wurde nichts erlaubt. Gehen Sie zurück zur Anwendung und geben Sie ihrem Anbieter Bescheid.',
    unknownRedirectUri:
      'Der Link, der Sie hierher führte, will zu einer Adresse zurück (redirect_uri), die für die Anwendung nicht registriert ist. Es wurde nichts erlaubt. Gehen Sie zurück zur Anwendung und geben Sie ihrem Anbieter Bescheid.',
  },
  fr: {
    applicationTwice:
      'Le lien qui vous a conduit ici indique deux fois son application (client_id). Rien n’a été autorisé. Revenez à l’application et signalez-le à ses auteurs.',
    noApplication:
      'Le lien qui vous a conduit ici n’indique pas son application (client_id). Rien n’a été autorisé. Revenez à l’application et signalez-le à ses auteurs.',
    unknownApplication:
      'Le lien qui vous a conduit ici indique une application (client_id) qui n’est pas enregistrée ici ou qui est désactivée. Rien n’a été autorisé. Revenez à l’application et signalez-le à ses auteurs.',
    redirectUriTwice:
      'Le lien qui vous a conduit ici donne deux fois l’adresse de retour (redirect_uri). Rien n’a été autorisé. Revenez à l’application et signalez-le à ses auteurs.',
    noRedirectUri:
      'Le lien qui vous a conduit ici ne dit pas vers laquelle de ses adresses enregistrées revenir (redirect_uri). Rien n’a été autorisé. Revenez à l’application et signalez-le à ses auteurs.',
    unknownRedirectUri:
      'Le lien qui vous a conduit ici veut revenir à une adresse (redirect_uri) qui n’est pas enregistrée pour l’application. Rien n’a été autorisé. Revenez à l’application et signalez-le à ses auteurs.',
  },
} satisfies Texts<typeof en>
