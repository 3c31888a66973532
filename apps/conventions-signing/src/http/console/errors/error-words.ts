import { inEachLanguage, type Pair, translated } from '@campus/pages';
import { maxSearchWords } from '../../../signing/fold-text.ts';
import type { ProblemCode } from '../../answer/problems.ts';

/** What a refusal says to people; the APIs say it with more detail, in English. */
export const errorWords = translated({
  malformed_request: ['The request was not understood.', 'La requête n’a pas été comprise.'],
  malformed_json: ['The request was not understood.', 'La requête n’a pas été comprise.'],
  invalid_body: ['Something in the form is not right.', 'Quelque chose ne va pas dans le formulaire.'],
  invalid_query: [
    `The address of this page holds a filter that does not exist, or a search for more than ${maxSearchWords} different words.`,
    `L’adresse de cette page contient un filtre qui n’existe pas, ou une recherche de plus de ${maxSearchWords} mots différents.`,
  ],
  invalid_header: ['The request was not understood.', 'La requête n’a pas été comprise.'],
  invalid_multipart: ['The form did not arrive whole.', 'Le formulaire n’est pas arrivé en entier.'],
  not_a_pdf: [
    'The file is not a readable PDF with at least one page.',
    'Le fichier n’est pas un PDF lisible d’au moins une page.',
  ],
  encrypted_pdf: [
    'The PDF is encrypted or protected by a password.',
    'Le PDF est chiffré ou protégé par un mot de passe.',
  ],
  pdf_too_complex: ['The PDF is too complex to be checked.', 'Le PDF est trop complexe pour être vérifié.'],
  unknown_signatory: [
    'A date names somebody who is not among the signatories.',
    'Une date désigne quelqu’un qui n’est pas parmi les signataires.',
  ],
  duplicate_date_entry: ['Two dates name the same signatory.', 'Deux dates désignent le même signataire.'],
  reason_required: ['A reason is needed.', 'Un motif est nécessaire.'],
  not_allowed: [
    'Your role does not allow this. An administrator can give you another one.',
    'Votre rôle ne le permet pas. Un administrateur peut vous en donner un autre.',
  ],
  unauthorized: ['Please sign in.', 'Veuillez vous connecter.'],
  not_found: ['There is nothing at this address.', 'Il n’y a rien à cette adresse.'],
  signable_not_found: [
    'There is no such agreement or amendment: it never was, or it was erased.',
    'Aucune convention, aucun avenant n’a ce numéro\u00a0: cela n’a jamais existé, ou a été effacé.',
  ],
  delivery_not_found: [
    'There is no such call to the signing application.',
    'Cet appel de l’application de signature n’existe pas.',
  ],
  operation_not_found: [
    'There is no such operation; 30 days after its end it is forgotten.',
    'Cette opération n’existe pas\u202f; 30 jours après sa fin, elle est oubliée.',
  ],
  right_withdrawn: [
    'Whoever asked for this has no right to it any more.',
    'La personne ou l’application qui l’a demandé n’en a plus le droit.',
  ],
  too_many_records: [
    'That is more than one operation takes. Narrow the list.',
    'C’est plus que ce qu’une opération accepte. Restreignez la liste.',
  ],
  signed_document_not_found: [
    'There is no such version of the signed document.',
    'Cette version du document signé n’existe pas.',
  ],
  method_not_allowed: ['This page takes no such request.', 'Cette page n’accepte pas une telle requête.'],
  not_acceptable: ['This page has no such form.', 'Cette page n’existe pas sous cette forme.'],
  not_in_signing: [
    'This is a draft: it has to be sent for signature first.',
    'C’est un brouillon\u00a0: il doit d’abord être envoyé en signature.',
  ],
  round_refused: [
    'Somebody has refused to sign in this round, which takes nothing more. A new round answers it.',
    'Une personne a refusé de signer dans ce tour, qui ne reçoit plus rien. Un nouveau tour y répond.',
  ],
  signed_outside: [
    'This was recorded as signed on paper or in another product.',
    'Ceci a été enregistré comme signé sur papier ou dans un autre produit.',
  ],
  superseded_document: [
    'This PDF begins with a document that was replaced since: it does not sign the one that is registered.',
    'Ce PDF commence par un document remplacé depuis\u00a0: il ne signe pas celui qui est enregistré.',
  ],
  not_a_draft: [
    'This is no draft any more: take it back to draft first.',
    'Ce n’est plus un brouillon\u00a0: ramenez-le d’abord à cet état.',
  ],
  already_signed: [
    'This is signed already: take it back to draft first.',
    'C’est déjà signé\u00a0: ramenez-le d’abord à l’état de brouillon.',
  ],
  precondition_failed: [
    'This is not any more as the request says, so nothing was done.',
    'Ceci n’est plus tel que le dit la requête, donc rien n’a été fait.',
  ],
  not_restorable: [
    'This round cannot count again: something has come since it was set aside, or the draft was changed.',
    'Ce tour ne peut plus compter de nouveau\u00a0: quelque chose est arrivé depuis qu’il a été mis de côté, ou le brouillon a été modifié.',
  ],
  changed_meanwhile: [
    'Somebody has changed this meanwhile, so nothing was done. Look at how it stands now, and decide again.',
    'Ceci a été modifié entre-temps, donc rien n’a été fait. Regardez où en sont les choses et décidez de nouveau.',
  ],
  too_many_versions: [
    'This round has as many versions of the signed document as a round takes.',
    'Ce tour a autant de versions du document signé que peut en avoir un tour.',
  ],
  too_many_date_changes: [
    'The dates of this round were replaced as often as they can be.',
    'Les dates de ce tour ont été remplacées autant de fois qu’elles peuvent l’être.',
  ],
  too_many_redeliveries: [
    'The signing application was called again as often as it can be in one round. Send this for signature again to begin a new one.',
    'L’application de signature a été rappelée autant de fois qu’elle peut l’être dans un tour. Renvoyez ceci en signature pour en commencer un autre.',
  ],
  too_many_documents: [
    'This lets through more documents than one archive takes. Narrow the filter, or select fewer.',
    'Ceci laisse passer plus de documents qu’une archive n’en prend. Resserrez le filtre, ou sélectionnez-en moins.',
  ],
  due_passed: [
    'A round cannot be due on a day that has passed: choose today or a later day.',
    'Un tour ne peut pas avoir pour échéance un jour passé : choisissez aujourd’hui ou un jour ultérieur.',
  ],
  amendments_left: ['The agreement still has amendments.', 'La convention a encore des avenants.'],
  out_of_scope: [
    'This is out of what you may see: choose one of your departments, or one of your signing circuits.',
    'Ceci est hors de votre périmètre : choisissez l’un de vos départements, ou l’un de vos circuits de signature.',
  ],
  reference_taken: [
    'Another agreement or amendment has this reference.',
    'Une autre convention ou un autre avenant porte cette référence.',
  ],
  delivery_not_current: [
    'The signing application cannot be called again for this: another round has begun, it was taken back to draft, or no signing application is configured.',
    'L’application de signature ne peut être rappelée pour cela\u00a0: un autre tour a commencé, il a été ramené à l’état de brouillon, ou aucune application de signature n’est configurée.',
  ],
  unknown_cursor: ['The request was not understood.', 'La requête n’a pas été comprise.'],
  body_too_large: ['This is too large.', 'C’est trop volumineux.'],
  unsupported_media_type: ['The request was not understood.', 'La requête n’a pas été comprise.'],
  idempotency_key_reused: [
    'This form was already used for something else: open the page again.',
    'Ce formulaire a déjà servi à autre chose\u00a0: rouvrez la page.',
  ],
  internal: ['Something went wrong on our side.', 'Quelque chose s’est mal passé de notre côté.'],
  too_many_requests: [
    'You ask for too many of these at once or in a short time. Try again in a moment.',
    'Vous en demandez trop à la fois ou en peu de temps. Réessayez dans un instant.',
  ],
  busy: [
    'Too many requests of this kind are under way at the moment. Try again in a moment.',
    'Trop de requêtes de ce type sont en cours pour le moment. Réessayez dans un instant.',
  ],
  not_sealed: [
    'So much has happened that this history is not sealed yet. That goes on by itself: try again in half a minute.',
    'Il s’est passé tant de choses que cet historique n’est pas encore scellé. Cela se fait de soi-même\u00a0: réessayez dans une demi-minute.',
  ],
  took_too_long: [
    'This took too long and was ended. Ask for less, with a narrower filter or rarer words, or try again in a moment.',
    'Cela a pris trop de temps et a été arrêté. Demandez moins, par un filtre plus étroit ou des mots plus rares, ou réessayez dans un instant.',
  ],
  unavailable: [
    'The database cannot be reached at the moment. Try again in a few seconds.',
    'La base de données n’est pas joignable pour le moment. Réessayez dans quelques secondes.',
  ],
  uploads_unavailable: [
    'Documents cannot be received at the moment. Tell the operator of this service.',
    'Aucun document ne peut être reçu pour le moment. Prévenez l’exploitant de ce service.',
  ],
  no_space: [
    'There is no space left to store this. Nothing was changed; tell the operator.',
    'Il n’y a plus de place pour enregistrer cela. Rien n’a été modifié\u202f; prévenez l’exploitant.',
  ],
} satisfies Record<ProblemCode | 'not_allowed', Pair>);

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
