import type { Pair, Translated } from '@campus/pages';
import { maxSearchWords } from '../signing/fold-text.ts';

/** What becomes of an error. */
export interface Problem {
  status: number;
  /** For programs, which read in `detail` what it is about. */
  title: string;
  /** For people. */
  text: Translated;
}

function problem(status: number, title: string, [en, fr]: Pair): Problem {
  return { status, title, text: { en, fr } };
}

const notUnderstood: Pair = ['The request was not understood.', 'La requête n’a pas été comprise.'];

/**
 * Why a request is refused: by code its status, its title and its sentence. Those of the rooms below (`SigningError`) are
 * among them, or `answer-problem.ts` does not compile.
 */
export const problems = {
  malformed_request: problem(400, 'Malformed request', notUnderstood),
  malformed_json: problem(400, 'Malformed JSON', notUnderstood),
  invalid_body: problem(400, 'Invalid body', [
    'Something in the form is not right.',
    'Quelque chose ne va pas dans le formulaire.',
  ]),
  invalid_query: problem(400, 'Invalid query', [
    `The address of this page holds a filter that does not exist, or a search for more than ${maxSearchWords} different words.`,
    `L’adresse de cette page contient un filtre qui n’existe pas, ou une recherche de plus de ${maxSearchWords} mots différents.`,
  ]),
  invalid_header: problem(400, 'Invalid header', notUnderstood),
  invalid_multipart: problem(400, 'Invalid multipart body', [
    'The form did not arrive whole.',
    'Le formulaire n’est pas arrivé en entier.',
  ]),
  not_a_pdf: problem(400, 'Not a readable PDF', [
    'The file is not a readable PDF with at least one page.',
    'Le fichier n’est pas un PDF lisible d’au moins une page.',
  ]),
  encrypted_pdf: problem(400, 'Encrypted PDF', [
    'The PDF is encrypted or protected by a password.',
    'Le PDF est chiffré ou protégé par un mot de passe.',
  ]),
  pdf_too_complex: problem(400, 'PDF too complex to check', [
    'The PDF is too complex to be checked.',
    'Le PDF est trop complexe pour être vérifié.',
  ]),
  unknown_signatory: problem(400, 'Unknown signatory', [
    'A date names somebody who is not among the signatories.',
    'Une date désigne quelqu’un qui n’est pas parmi les signataires.',
  ]),
  duplicate_date_entry: problem(400, 'Duplicate entry', [
    'Two dates name the same signatory.',
    'Deux dates désignent le même signataire.',
  ]),
  due_passed: problem(400, 'Due date has passed', [
    'A round cannot be due on a day that has passed: choose today or a later day.',
    'Un tour ne peut pas avoir pour échéance un jour passé : choisissez aujourd’hui ou un jour ultérieur.',
  ]),
  reason_required: problem(400, 'Reason required', ['A reason is needed.', 'Un motif est nécessaire.']),
  unauthorized: problem(401, 'Unauthorized', ['Please sign in.', 'Veuillez vous connecter.']),
  out_of_scope: problem(403, 'Out of scope', [
    'This is out of what you may see: choose one of your departments, or one of your signing circuits.',
    'Ceci est hors de votre périmètre : choisissez l’un de vos départements, ou l’un de vos circuits de signature.',
  ]),
  not_found: problem(404, 'Not found', [
    'There is nothing at this address.',
    'Il n’y a rien à cette adresse.',
  ]),
  signable_not_found: problem(404, 'Not found', [
    'This agreement or amendment is not there, or not among what you may see.',
    'Cette convention ou cet avenant n’existe pas, ou ne fait pas partie de ce que vous pouvez voir.',
  ]),
  delivery_not_found: problem(404, 'Not found', [
    'This call to the signing application is not there, or not among what you may see.',
    'Cet appel de l’application de signature n’existe pas, ou ne fait pas partie de ce que vous pouvez voir.',
  ]),
  right_withdrawn: problem(403, 'Right withdrawn', [
    'Whoever asked for this has no right to it any more.',
    'La personne ou l’application qui l’a demandé n’en a plus le droit.',
  ]),
  operation_not_found: problem(404, 'Not found', [
    'This operation is not there, or not among what you may see; 30 days after its end it is forgotten.',
    'Cette opération n’existe pas, ou ne fait pas partie de ce que vous pouvez voir\u202f; 30 jours après sa fin, elle est oubliée.',
  ]),
  signed_document_not_found: problem(404, 'No signed document', [
    'There is no such version of the signed document.',
    'Cette version du document signé n’existe pas.',
  ]),
  method_not_allowed: problem(405, 'Method not allowed', [
    'This page takes no such request.',
    'Cette page n’accepte pas une telle requête.',
  ]),
  not_acceptable: problem(406, 'Not acceptable', [
    'This page has no such form.',
    'Cette page n’existe pas sous cette forme.',
  ]),
  not_in_signing: problem(409, 'Not in the signing phase', [
    'This is a draft: it has to be sent for signature first.',
    'C’est un brouillon\u00a0: il doit d’abord être envoyé en signature.',
  ]),
  round_refused: problem(409, 'Round refused', [
    'Somebody has refused to sign in this round, which takes nothing more. A new round answers it.',
    'Une personne a refusé de signer dans ce tour, qui ne reçoit plus rien. Un nouveau tour y répond.',
  ]),
  signed_outside: problem(409, 'Signed outside', [
    'This was recorded as signed on paper or in another product.',
    'Ceci a été enregistré comme signé sur papier ou dans un autre produit.',
  ]),
  superseded_document: problem(409, 'Superseded document', [
    'This PDF begins with a document that was replaced since: it does not sign the one that is registered.',
    'Ce PDF commence par un document remplacé depuis\u00a0: il ne signe pas celui qui est enregistré.',
  ]),
  not_a_draft: problem(409, 'Not a draft', [
    'This is no draft any more: take it back to draft first.',
    'Ce n’est plus un brouillon\u00a0: ramenez-le d’abord à cet état.',
  ]),
  already_signed: problem(409, 'Signed already', [
    'This is signed already: take it back to draft first.',
    'C’est déjà signé\u00a0: ramenez-le d’abord à l’état de brouillon.',
  ]),
  too_many_versions: problem(409, 'Too many versions', [
    'This round has as many versions of the signed document as a round takes.',
    'Ce tour a autant de versions du document signé que peut en avoir un tour.',
  ]),
  too_many_date_changes: problem(409, 'Too many changes of dates', [
    'The dates of this round were replaced as often as they can be.',
    'Les dates de ce tour ont été remplacées autant de fois qu’elles peuvent l’être.',
  ]),
  too_many_redeliveries: problem(409, 'Called again too often', [
    'The signing application was called again as often as it can be in one round. Send this for signature again to begin a new one.',
    'L’application de signature a été rappelée autant de fois qu’elle peut l’être dans un tour. Renvoyez ceci en signature pour en commencer un autre.',
  ]),
  nobody_awaited: problem(409, 'Nobody is awaited', [
    'Nobody can be reminded: this is not in signing, all have signed, or the signing application has not been called yet.',
    'Personne ne peut être relancé\u00a0: ceci n’est pas en signature, tous ont signé, ou l’application de signature n’a pas encore été appelée.',
  ]),
  reminded_today: problem(409, 'Reminded today', [
    'Whoever is awaited has had a reminder today already. The next one is possible tomorrow.',
    'La personne attendue a déjà reçu une relance aujourd’hui. La prochaine sera possible demain.',
  ]),
  not_restorable: problem(409, 'Not restorable', [
    'This round cannot count again: something has come since it was set aside, or the draft was changed.',
    'Ce tour ne peut plus compter de nouveau\u00a0: quelque chose est arrivé depuis qu’il a été mis de côté, ou le brouillon a été modifié.',
  ]),
  changed_meanwhile: problem(409, 'Changed meanwhile', [
    'Somebody has changed this meanwhile, so nothing was done. Look at how it stands now, and decide again.',
    'Ceci a été modifié entre-temps, donc rien n’a été fait. Regardez où en sont les choses et décidez de nouveau.',
  ]),
  amendments_left: problem(409, 'Amendments left', [
    'The agreement still has amendments.',
    'La convention a encore des avenants.',
  ]),
  reference_taken: problem(409, 'Reference taken', [
    'Another agreement or amendment has this reference.',
    'Une autre convention ou un autre avenant porte cette référence.',
  ]),
  delivery_not_current: problem(409, 'Delivery not current', [
    'The signing application cannot be called again for this: another round has begun, it was taken back to draft, or no signing application is configured.',
    'L’application de signature ne peut être rappelée pour cela\u00a0: un autre tour a commencé, il a été ramené à l’état de brouillon, ou aucune application de signature n’est configurée.',
  ]),
  unknown_cursor: problem(410, 'Unknown cursor', notUnderstood),
  precondition_failed: problem(412, 'Precondition failed', [
    'This is not any more as the request says, so nothing was done.',
    'Ceci n’est plus tel que le dit la requête, donc rien n’a été fait.',
  ]),
  too_many_documents: problem(413, 'Too many documents', [
    'This lets through more documents than one archive takes. Narrow the filter, or select fewer.',
    'Ceci laisse passer plus de documents qu’une archive n’en prend. Resserrez le filtre, ou sélectionnez-en moins.',
  ]),
  body_too_large: problem(413, 'Body too large', ['This is too large.', 'C’est trop volumineux.']),
  too_many_records: problem(413, 'Too many records', [
    'That is more than one operation takes. Narrow the list.',
    'C’est plus que ce qu’une opération accepte. Restreignez la liste.',
  ]),
  unsupported_media_type: problem(415, 'Unsupported media type', notUnderstood),
  idempotency_key_reused: problem(422, 'Idempotency-Key reused', [
    'This form was already used for something else: open the page again.',
    'Ce formulaire a déjà servi à autre chose\u00a0: rouvrez la page.',
  ]),
  too_many_requests: problem(429, 'Too many requests', [
    'You ask for too many of these at once or in a short time. Try again in a moment.',
    'Vous en demandez trop à la fois ou en peu de temps. Réessayez dans un instant.',
  ]),
  internal: problem(500, 'Internal error', [
    'Something went wrong on our side.',
    'Quelque chose s’est mal passé de notre côté.',
  ]),
  busy: problem(503, 'Too busy', [
    'Too many requests of this kind are under way at the moment. Try again in a moment.',
    'Trop de requêtes de ce type sont en cours pour le moment. Réessayez dans un instant.',
  ]),
  not_sealed: problem(503, 'Not sealed yet', [
    'So much has happened that this history is not sealed yet. That goes on by itself: try again in half a minute.',
    'Il s’est passé tant de choses que cet historique n’est pas encore scellé. Cela se fait de soi-même\u00a0: réessayez dans une demi-minute.',
  ]),
  took_too_long: problem(503, 'Took too long', [
    'This took too long and was ended. Ask for less, with a narrower filter or rarer words, or try again in a moment.',
    'Cela a pris trop de temps et a été arrêté. Demandez moins, par un filtre plus étroit ou des mots plus rares, ou réessayez dans un instant.',
  ]),
  unavailable: problem(503, 'Temporarily unavailable', [
    'The database cannot be reached at the moment. Try again in a few seconds.',
    'La base de données n’est pas joignable pour le moment. Réessayez dans quelques secondes.',
  ]),
  uploads_unavailable: problem(503, 'Uploads unavailable', [
    'Documents cannot be received at the moment. Tell the operator of this service.',
    'Aucun document ne peut être reçu pour le moment. Prévenez l’exploitant de ce service.',
  ]),
  no_space: problem(507, 'No space left', [
    'There is no space left to store this. Nothing was changed; tell the operator.',
    'Il n’y a plus de place pour enregistrer cela. Rien n’a été modifié\u202f; prévenez l’exploitant.',
  ]),
};

export type ProblemCode = keyof typeof problems;

/** The only one that no program meets. */
export const notAllowed = problem(403, 'Not allowed', [
  'Your role does not allow this. An administrator can give you another one.',
  'Votre rôle ne le permet pas. Un administrateur peut vous en donner un autre.',
]);
