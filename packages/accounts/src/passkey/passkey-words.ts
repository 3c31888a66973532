import { inEachLanguage } from '@campus/pages';

/** What is said of passkeys. */
export const passkeyWords = inEachLanguage({
  passkeys: ['Passkeys', 'Clés d’accès'],
  signIn: ['Sign in with a passkey', 'Se connecter avec une clé d’accès'],
  use: ['Use a passkey', 'Utiliser une clé d’accès'],
  needsScript: ['Passkeys need JavaScript.', 'Les clés d’accès ont besoin de JavaScript.'],
  notUsed: [
    'No passkey was used. Try again, or go another way.',
    'Aucune clé d’accès n’a été utilisée. Réessayez, ou procédez autrement.',
  ],
  refused: [
    'This passkey is not known here, or was not accepted. Try again, or sign in with user name and password.',
    'Cette clé d’accès est inconnue ici, ou n’a pas été acceptée. Réessayez, ou connectez-vous avec nom d’utilisateur et mot de passe.',
  ],
  notAdded: [
    'The passkey was not added: it is known already, came too late, or there are twenty. Try again.',
    'La clé d’accès n’a pas été ajoutée\u00a0: elle est déjà connue, est arrivée trop tard, ou il y en a vingt. Réessayez.',
  ],
  add: ['Add a passkey', 'Ajouter une clé d’accès'],
  addMeans: [
    'A passkey is kept by your phone, your computer or a security key, and asks for your finger, face or PIN. It signs you in without a password, and nowhere but here.',
    'Une clé d’accès est conservée par votre téléphone, votre ordinateur ou une clé de sécurité, et demande votre doigt, votre visage ou un code. Elle vous connecte sans mot de passe, et nulle part ailleurs qu’ici.',
  ],
  label: ['Name', 'Nom'],
  labelHelp: [
    'How you tell it from others, such as “phone” or “green key”.',
    'Pour la distinguer d’autres, par exemple «\u00a0téléphone\u00a0» ou «\u00a0clé verte\u00a0».',
  ],
  labelProblem: [
    'Give it a name of 1 to 100 characters, without control characters.',
    'Donnez-lui un nom de 1 à 100 caractères, sans caractères de contrôle.',
  ],
  added: ['The passkey is added.', 'La clé d’accès est ajoutée.'],
  removed: ['The passkey is removed.', 'La clé d’accès est retirée.'],
  remove: ['Remove', 'Retirer'],
  removeTitle: (label: string) => [`Remove the passkey ${label}`, `Retirer la clé d’accès ${label}`],
  removeMeans: [
    'It signs you in no more. When it is your only second factor, the recovery codes go with it, and your password alone signs you in.',
    'Elle ne vous connecte plus. Si c’est votre seul second facteur, les codes de secours partent avec elle, et votre mot de passe suffit de nouveau pour vous connecter.',
  ],
  made: ['Added', 'Ajoutée'],
  lastUsed: ['Last used', 'Dernier usage'],
  impossible: [
    'Not possible here: browsers keep passkeys for an address with a name and https, or for localhost, and this service was given no such address. Whoever operates it can change that.',
    'Impossible ici\u00a0: les navigateurs gardent des clés d’accès pour une adresse en https qui porte un nom, ou pour localhost, et ce service n’a pas reçu de telle adresse. Qui l’exploite peut y remédier.',
  ],
  none: ['You have none yet.', 'Vous n’en avez pas encore.'],
});
