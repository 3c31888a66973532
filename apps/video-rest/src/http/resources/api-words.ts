import type { Translated } from '@campus/pages';

/** What the pages of the API say beside what the resources say of themselves. */
export const apiWords = {
  api: { en: 'API', fr: 'API' },
  welcome: {
    en: 'Everything that programs can do here, with what they send and what they are answered.',
    fr: "Tout ce que les programmes peuvent faire ici, avec ce qu'ils envoient et ce qui leur est répondu.",
  },
  document: { en: 'The API as an OpenAPI document', fr: "L'API en document OpenAPI" },
  tryOut: { en: 'All requests, to try out (Swagger UI)', fr: 'Toutes les requêtes, à essayer (Swagger UI)' },
  dublinCore: { en: 'Dublin Core export', fr: 'Export Dublin Core' },
  uploads: { en: 'Uploads in pieces', fr: 'Envois par morceaux' },
  watch: { en: 'Watch page', fr: 'Page de visionnage' },
  launch: { en: 'Launch an encoding', fr: 'Lancer un encodage' },
  notEncoded: { en: 'Not encoded yet', fr: 'Pas encore encodée' },
  launchQuestion: {
    en: 'The video “{title}” will be encoded, again if it was before. Nothing happens while it is queued or running.',
    fr: "La vidéo «\u00a0{title}\u00a0» sera encodée, à nouveau si elle l'a déjà été. Rien ne se passe tant qu'elle est en attente ou en cours.",
  },
  start: { en: 'Start (seconds)', fr: 'Début (secondes)' },
  end: { en: 'End (seconds)', fr: 'Fin (secondes)' },
} satisfies Record<string, Translated>;
