import { formatWait, type Texts } from '@pas/pages/languages'

/** What a user is told who sends too many forms. */
export const countFormTexts = {
  en: {
    tooMany: ({ retryAfterSeconds }) =>
      `Nothing was changed because you have sent too many forms. Try again in ${formatWait('en', retryAfterSeconds)}.`,
  },
  de: {
    tooMany: ({ retryAfterSeconds }) =>
      `Es wurde nichts geändert, weil Sie zu viele Formulare abgeschickt haben. Versuchen Sie es in ${formatWait('de', retryAfterSeconds)} noch einmal.`,
  },
  fr: {
    tooMany: ({ retryAfterSeconds }) =>
      `Rien n’a été modifié, car vous avez envoyé trop de formulaires. Réessayez dans ${formatWait('fr', retryAfterSeconds)}.`,
  },
} satisfies Texts<{ tooMany: (values: { retryAfterSeconds: number }) => string }>
