import type { ApiErrorCode } from '@pas/runtime/errors'
import type { Texts } from './languages'

const en = {
  byCode: {
    invalid_request: {
      title: 'We could not read this request',
      text: 'The address or the form is damaged. Go back, load the page again, and try once more.',
    },
    unauthenticated: {
      title: 'You are not signed in',
      text: 'Your sign-in has ended. Load the page again and sign in.',
    },
    insecure_transport: {
      title: 'HTTPS required',
      text: 'This address is only served over HTTPS. Open it with https:// at its beginning.',
    },
    forbidden: { title: 'Not allowed', text: 'You may not do this.' },
    not_found: {
      title: 'Not found',
      text: 'There is nothing at this address. Check it, or begin again from our first page.',
    },
    method_not_allowed: {
      title: 'Not offered here',
      text: 'This address does not take this kind of request. Begin again from our first page.',
    },
    request_timeout: {
      title: 'Sent too slowly',
      text: 'The form stopped arriving. Check your connection, then send it again.',
    },
    conflict: {
      title: 'Not possible any more',
      text: 'Something has changed since this page was loaded. Load it again.',
    },
    link_expired: { title: 'This link has expired', text: 'Get a new link and open that one.' },
    precondition_failed: {
      title: 'Changed in the meantime',
      text: 'The file has changed since your browser kept it. Load the page again.',
    },
    payload_too_large: {
      title: 'Too much at once',
      text: 'The form is larger than this page takes. Shorten what you typed and try again.',
    },
    unsupported_media_type: {
      title: 'We could not read this form',
      text: 'The form came in an encoding that this page does not take. Load the page again and send it from there.',
    },
    range_not_satisfiable: {
      title: 'We could not read this request',
      text: 'The file is shorter than the part of it that was asked for. Load the page again.',
    },
    too_many_requests: { title: 'Too many requests', text: 'Wait a few minutes, then try again.' },
    internal: {
      title: 'Something went wrong',
      text: 'Something went wrong on our side. Try again in a few minutes.',
    },
    unavailable: {
      title: 'Not available for the moment',
      text: 'The service is not available for the moment. Try again in a few seconds.',
    },
  } satisfies Partial<Record<ApiErrorCode, { title: string; text: string }>>,
  databaseAway: 'The service cannot reach its database for the moment. Try again in a few seconds.',
  requestId: ({ requestId }: { requestId: string }) => `Request ${requestId}`,
}

export const errorTexts = {
  en,
  de: {
    byCode: {
      invalid_request: {
        title: 'Diese Anfrage konnten wir nicht lesen',
        text: 'Die Adresse oder das Formular ist beschädigt. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
      },
      unauthenticated: {
        title: 'Sie sind nicht angemeldet',
        text: 'Ihre Anmeldung ist beendet. Laden Sie die Seite neu und melden Sie sich an.',
      },
      insecure_transport: {
        title: 'Nur über HTTPS',
        text: 'Diese Adresse gibt es nur über HTTPS. Öffnen Sie sie mit https:// am Anfang.',
      },
      forbidden: { title: 'Nicht erlaubt', text: 'Dazu sind Sie nicht berechtigt.' },
      not_found: {
        title: 'Nicht gefunden',
        text: 'Unter dieser Adresse gibt es nichts. Prüfen Sie sie, oder beginnen Sie noch einmal auf unserer ersten Seite.',
      },
      method_not_allowed: {
        title: 'Hier nicht möglich',
        text: 'Diese Adresse nimmt Anfragen dieser Art nicht an. Beginnen Sie noch einmal auf unserer ersten Seite.',
      },
      request_timeout: {
        title: 'Zu langsam gesendet',
        text: 'Das Formular kam nicht vollständig an. Prüfen Sie Ihre Verbindung und senden Sie es noch einmal.',
      },
      conflict: {
        title: 'Nicht mehr möglich',
        text: 'Seit diese Seite geladen wurde, hat sich etwas geändert. Laden Sie sie neu.',
      },
      link_expired: {
        title: 'Dieser Link ist abgelaufen',
        text: 'Holen Sie sich einen neuen Link und öffnen Sie diesen.',
      },
      precondition_failed: {
        title: 'Inzwischen geändert',
        text: 'Die Datei hat sich geändert, seit Ihr Browser sie gespeichert hat. Laden Sie die Seite neu.',
      },
      payload_too_large: {
        title: 'Zu viel auf einmal',
        text: 'Das Formular ist größer, als diese Seite es annimmt. Kürzen Sie Ihre Eingaben und versuchen Sie es noch einmal.',
      },
      unsupported_media_type: {
        title: 'Dieses Formular konnten wir nicht lesen',
        text: 'Das Formular kam in einer Kodierung, die diese Seite nicht annimmt. Laden Sie die Seite neu und senden Sie es von dort ab.',
      },
      range_not_satisfiable: {
        title: 'Diese Anfrage konnten wir nicht lesen',
        text: 'Die Datei ist kürzer als der Teil, der verlangt wurde. Laden Sie die Seite neu.',
      },
      too_many_requests: {
        title: 'Zu viele Anfragen',
        text: 'Warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
      },
      internal: {
        title: 'Etwas ist schiefgegangen',
        text: 'Bei uns ist etwas schiefgegangen. Versuchen Sie es in einigen Minuten noch einmal.',
      },
      unavailable: {
        title: 'Zurzeit nicht verfügbar',
        text: 'Der Dienst ist zurzeit nicht verfügbar. Versuchen Sie es in einigen Sekunden noch einmal.',
      },
    },
    databaseAway:
      'Der Dienst erreicht zurzeit seine Datenbank nicht. Versuchen Sie es in einigen Sekunden noch einmal.',
    requestId: ({ requestId }) => `Anfrage ${requestId}`,
  },
  fr: {
    byCode: {
      invalid_request: {
        title: 'Nous n’avons pas pu lire cette demande',
        text: 'L’adresse ou le formulaire est endommagé. Revenez en arrière, rechargez la page et réessayez.',
      },
      unauthenticated: {
        title: 'Vous n’êtes pas connecté',
        text: 'Votre connexion a pris fin. Rechargez la page et connectez-vous.',
      },
      insecure_transport: {
        title: 'HTTPS obligatoire',
        text: 'Cette adresse n’est accessible qu’en HTTPS. Ouvrez-la en commençant par https://.',
      },
      forbidden: { title: 'Action non autorisée', text: 'Vous n’avez pas le droit de faire cela.' },
      not_found: {
        title: 'Page introuvable',
        text: 'Il n’y a rien à cette adresse. Vérifiez-la, ou repartez de notre première page.',
      },
      method_not_allowed: {
        title: 'Impossible ici',
        text: 'Cette adresse n’accepte pas ce type de demande. Repartez de notre première page.',
      },
      request_timeout: {
        title: 'Envoi trop lent',
        text: 'Le formulaire a cessé d’arriver. Vérifiez votre connexion, puis envoyez-le à nouveau.',
      },
      conflict: {
        title: 'Ce n’est plus possible',
        text: 'Quelque chose a changé depuis le chargement de cette page. Rechargez-la.',
      },
      link_expired: { title: 'Ce lien a expiré', text: 'Demandez un nouveau lien et ouvrez celui-ci.' },
      precondition_failed: {
        title: 'Modifié entre-temps',
        text: 'Le fichier a changé depuis que votre navigateur l’a enregistré. Rechargez la page.',
      },
      payload_too_large: {
        title: 'Trop de données à la fois',
        text: 'Le formulaire est plus grand que ce que cette page accepte. Raccourcissez votre saisie et réessayez.',
      },
      unsupported_media_type: {
        title: 'Nous n’avons pas pu lire ce formulaire',
        text: 'Le formulaire est dans un encodage que cette page n’accepte pas. Rechargez la page et envoyez-le à nouveau.',
      },
      range_not_satisfiable: {
        title: 'Nous n’avons pas pu lire cette demande',
        text: 'Le fichier est plus court que la partie demandée. Rechargez la page.',
      },
      too_many_requests: {
        title: 'Trop de demandes',
        text: 'Patientez quelques minutes, puis réessayez.',
      },
      internal: {
        title: 'Un problème est survenu',
        text: 'Un problème est survenu de notre côté. Réessayez dans quelques minutes.',
      },
      unavailable: {
        title: 'Indisponible pour le moment',
        text: 'Le service est indisponible pour le moment. Réessayez dans quelques secondes.',
      },
    },
    databaseAway:
      'Le service ne parvient pas à joindre sa base de données pour le moment. Réessayez dans quelques secondes.',
    requestId: ({ requestId }) => `Demande ${requestId}`,
  },
} satisfies Texts<typeof en>
