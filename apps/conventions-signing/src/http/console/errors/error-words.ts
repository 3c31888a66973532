import { inEachLanguage, type Translated } from '@campus/pages';
import { maxSearchWords } from '../../../signing/fold-text.ts';
import type { ProblemCode } from '../../answer/problems.ts';

/** What a refusal says to people; the APIs say it with more detail, in English. */
export const errorWords = {
  malformed_request: {
    en: 'The request was not understood.',
    fr: 'La requête n’a pas été comprise.',
  },
  malformed_json: { en: 'The request was not understood.', fr: 'La requête n’a pas été comprise.' },
  invalid_body: {
    en: 'Something in the form is not right.',
    fr: 'Quelque chose ne va pas dans le formulaire.',
  },
  invalid_query: {
    en: `The address of this page holds a filter that does not exist, or a search for more than ${maxSearchWords} different words.`,
    fr: `L’adresse de cette page contient un filtre qui n’existe pas, ou une recherche de plus de ${maxSearchWords} mots différents.`,
  },
  invalid_header: { en: 'The request was not understood.', fr: 'La requête n’a pas été comprise.' },
  invalid_multipart: {
    en: 'The form did not arrive whole.',
    fr: 'Le formulaire n’est pas arrivé en entier.',
  },
  not_a_pdf: {
    en: 'The file is not a readable PDF with at least one page.',
    fr: 'Le fichier n’est pas un PDF lisible d’au moins une page.',
  },
  encrypted_pdf: {
    en: 'The PDF is encrypted or protected by a password.',
    fr: 'Le PDF est chiffré ou protégé par un mot de passe.',
  },
  pdf_too_complex: {
    en: 'The PDF is too complex to be checked.',
    fr: 'Le PDF est trop complexe pour être vérifié.',
  },
  unknown_signatory: {
    en: 'A date names somebody who is not among the signatories.',
    fr: 'Une date désigne quelqu’un qui n’est pas parmi les signataires.',
  },
  duplicate_date_entry: {
    en: 'Two dates name the same signatory.',
    fr: 'Deux dates désignent le même signataire.',
  },
  reason_required: { en: 'A reason is needed.', fr: 'Un motif est nécessaire.' },
  not_allowed: {
    en: 'Your role does not allow this. An administrator can give you another one.',
    fr: 'Votre rôle ne le permet pas. Un administrateur peut vous en donner un autre.',
  },
  unauthorized: { en: 'Please sign in.', fr: 'Veuillez vous connecter.' },
  not_found: { en: 'There is nothing at this address.', fr: 'Il n’y a rien à cette adresse.' },
  signable_not_found: {
    en: 'There is no such agreement or amendment: it never was, or it was erased.',
    fr: 'Aucune convention, aucun avenant n’a ce numéro\u00a0: cela n’a jamais existé, ou a été effacé.',
  },
  delivery_not_found: {
    en: 'There is no such call to the signing application.',
    fr: 'Cet appel de l’application de signature n’existe pas.',
  },
  operation_not_found: {
    en: 'There is no such operation; 30 days after its end it is forgotten.',
    fr: 'Cette opération n’existe pas\u202f; 30 jours après sa fin, elle est oubliée.',
  },
  right_withdrawn: {
    en: 'Whoever asked for this has no right to it any more.',
    fr: 'La personne ou l’application qui l’a demandé n’en a plus le droit.',
  },
  too_many_records: {
    en: 'That is more than one operation takes. Narrow the list.',
    fr: 'C’est plus que ce qu’une opération accepte. Restreignez la liste.',
  },
  signed_document_not_found: {
    en: 'There is no such version of the signed document.',
    fr: 'Cette version du document signé n’existe pas.',
  },
  method_not_allowed: {
    en: 'This page takes no such request.',
    fr: 'Cette page n’accepte pas une telle requête.',
  },
  not_acceptable: {
    en: 'This page has no such form.',
    fr: 'Cette page n’existe pas sous cette forme.',
  },
  not_in_signing: {
    en: 'This is a draft: it has to be sent for signature first.',
    fr: 'C’est un brouillon\u00a0: il doit d’abord être envoyé en signature.',
  },
  round_refused: {
    en: 'Somebody has refused to sign in this round, which takes nothing more. A new round answers it.',
    fr: 'Une personne a refusé de signer dans ce tour, qui ne reçoit plus rien. Un nouveau tour y répond.',
  },
  signed_outside: {
    en: 'This was recorded as signed on paper or in another product.',
    fr: 'Ceci a été enregistré comme signé sur papier ou dans un autre produit.',
  },
  superseded_document: {
    en: 'This PDF begins with a document that was replaced since: it does not sign the one that is registered.',
    fr: 'Ce PDF commence par un document remplacé depuis\u00a0: il ne signe pas celui qui est enregistré.',
  },
  not_a_draft: {
    en: 'This is no draft any more: take it back to draft first.',
    fr: 'Ce n’est plus un brouillon\u00a0: ramenez-le d’abord à cet état.',
  },
  already_signed: {
    en: 'This is signed already: take it back to draft first.',
    fr: 'C’est déjà signé\u00a0: ramenez-le d’abord à l’état de brouillon.',
  },
  precondition_failed: {
    en: 'This is not any more as the request says, so nothing was done.',
    fr: 'Ceci n’est plus tel que le dit la requête, donc rien n’a été fait.',
  },
  not_restorable: {
    en: 'This round cannot count again: something has come since it was set aside, or the draft was changed.',
    fr: 'Ce tour ne peut plus compter de nouveau\u00a0: quelque chose est arrivé depuis qu’il a été mis de côté, ou le brouillon a été modifié.',
  },
  changed_meanwhile: {
    en: 'Somebody has changed this meanwhile, so nothing was done. Look at how it stands now, and decide again.',
    fr: 'Ceci a été modifié entre-temps, donc rien n’a été fait. Regardez où en sont les choses et décidez de nouveau.',
  },
  too_many_versions: {
    en: 'This round has as many versions of the signed document as a round takes.',
    fr: 'Ce tour a autant de versions du document signé que peut en avoir un tour.',
  },
  too_many_date_changes: {
    en: 'The dates of this round were replaced as often as they can be.',
    fr: 'Les dates de ce tour ont été remplacées autant de fois qu’elles peuvent l’être.',
  },
  too_many_redeliveries: {
    en: 'The signing application was called again as often as it can be in one round. Send this for signature again to begin a new one.',
    fr: 'L’application de signature a été rappelée autant de fois qu’elle peut l’être dans un tour. Renvoyez ceci en signature pour en commencer un autre.',
  },
  too_many_documents: {
    en: 'This lets through more documents than one archive takes. Narrow the filter, or select fewer.',
    fr: 'Ceci laisse passer plus de documents qu’une archive n’en prend. Resserrez le filtre, ou sélectionnez-en moins.',
  },
  due_passed: {
    en: 'A round cannot be due on a day that has passed: choose today or a later day.',
    fr: 'Un tour ne peut pas avoir pour échéance un jour passé : choisissez aujourd’hui ou un jour ultérieur.',
  },
  amendments_left: {
    en: 'The agreement still has amendments.',
    fr: 'La convention a encore des avenants.',
  },
  out_of_scope: {
    en: 'This is out of what you may see: choose one of your departments, or one of your signing circuits.',
    fr: 'Ceci est hors de votre périmètre : choisissez l’un de vos départements, ou l’un de vos circuits de signature.',
  },
  reference_taken: {
    en: 'Another agreement or amendment has this reference.',
    fr: 'Une autre convention ou un autre avenant porte cette référence.',
  },
  delivery_not_current: {
    en: 'The signing application cannot be called again for this: another round has begun, it was taken back to draft, or no signing application is configured.',
    fr: 'L’application de signature ne peut être rappelée pour cela\u00a0: un autre tour a commencé, il a été ramené à l’état de brouillon, ou aucune application de signature n’est configurée.',
  },
  unknown_cursor: { en: 'The request was not understood.', fr: 'La requête n’a pas été comprise.' },
  body_too_large: { en: 'This is too large.', fr: 'C’est trop volumineux.' },
  unsupported_media_type: {
    en: 'The request was not understood.',
    fr: 'La requête n’a pas été comprise.',
  },
  idempotency_key_reused: {
    en: 'This form was already used for something else: open the page again.',
    fr: 'Ce formulaire a déjà servi à autre chose\u00a0: rouvrez la page.',
  },
  internal: {
    en: 'Something went wrong on our side.',
    fr: 'Quelque chose s’est mal passé de notre côté.',
  },
  too_many_requests: {
    en: 'You ask for too many of these at once or in a short time. Try again in a moment.',
    fr: 'Vous en demandez trop à la fois ou en peu de temps. Réessayez dans un instant.',
  },
  busy: {
    en: 'Too many requests of this kind are under way at the moment. Try again in a moment.',
    fr: 'Trop de requêtes de ce type sont en cours pour le moment. Réessayez dans un instant.',
  },
  not_sealed: {
    en: 'So much has happened that this history is not sealed yet. That goes on by itself: try again in half a minute.',
    fr: 'Il s’est passé tant de choses que cet historique n’est pas encore scellé. Cela se fait de soi-même\u00a0: réessayez dans une demi-minute.',
  },
  took_too_long: {
    en: 'This took too long and was ended. Ask for less, with a narrower filter or rarer words, or try again in a moment.',
    fr: 'Cela a pris trop de temps et a été arrêté. Demandez moins, par un filtre plus étroit ou des mots plus rares, ou réessayez dans un instant.',
  },
  unavailable: {
    en: 'The database cannot be reached at the moment. Try again in a few seconds.',
    fr: 'La base de données n’est pas joignable pour le moment. Réessayez dans quelques secondes.',
  },
  uploads_unavailable: {
    en: 'Documents cannot be received at the moment. Tell the operator of this service.',
    fr: 'Aucun document ne peut être reçu pour le moment. Prévenez l’exploitant de ce service.',
  },
  no_space: {
    en: 'There is no space left to store this. Nothing was changed; tell the operator.',
    fr: 'Il n’y a plus de place pour enregistrer cela. Rien n’a été modifié\u202f; prévenez l’exploitant.',
  },
} satisfies Record<ProblemCode | 'not_allowed', Translated>;

/** What stands around such a sentence on a page of its own. */
export const errorPageWords = inEachLanguage({
  titles: {
    400: ['Not understood', 'Non compris'],
    403: ['Not allowed', 'Non autorisé'],
    404: ['Not found', 'Introuvable'],
    405: ['Not offered here', 'Non proposé ici'],
    406: ['Not offered here', 'Non proposé ici'],
    409: ['Not possible now', 'Impossible maintenant'],
    413: ['Too large', 'Trop volumineux'],
    429: ['Too much at once', 'Trop à la fois'],
    500: ['Something went wrong', 'Quelque chose s’est mal passé'],
    503: ['Not available right now', 'Indisponible pour le moment'],
    507: ['No space left', 'Plus de place'],
  },
  requestId: ['Request (finds it in the log)', 'Requête (se retrouve dans le journal)'],
  home: ['To the first page', 'Vers la page d’accueil'],
});
