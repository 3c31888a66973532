import { translated } from '@campus/pages';

/** What the pages of the API say beside what the resources say of themselves. */
export const apiWords = translated({
  api: ['API', 'API'],
  welcome: [
    'Everything that programs can do here, with what they send and what they are answered.',
    "Tout ce que les programmes peuvent faire ici, avec ce qu'ils envoient et ce qui leur est répondu.",
  ],
  document: ['The API as an OpenAPI document', "L'API en document OpenAPI"],
  tryOut: ['All requests, to try out (Swagger UI)', 'Toutes les requêtes, à essayer (Swagger UI)'],
  dublinCore: ['Dublin Core export', 'Export Dublin Core'],
  uploads: ['Uploads in pieces', 'Envois par morceaux'],
  export: ['Export of objects', "Export d'objets"],
  import: ['Import of objects', "Import d'objets"],
  result: ['Result of an export', "Résultat d'un export"],
  deliveries: ['Its deliveries', 'Ses envois'],
  changes: ['What happens', 'Ce qui se passe'],
  watch: ['Watch page', 'Page de visionnage'],
  launch: ['Launch an encoding', 'Lancer un encodage'],
  notEncoded: ['Not encoded yet', 'Pas encore encodée'],
  launchQuestion: [
    'The video “{title}” will be encoded, again if it was before. Nothing happens while it is queued or running.',
    "La vidéo «\u00a0{title}\u00a0» sera encodée, à nouveau si elle l'a déjà été. Rien ne se passe tant qu'elle est en attente ou en cours.",
  ],
});
