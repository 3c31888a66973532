import { inEachLanguage } from '@campus/pages';

/** What is said of second factors to whom they belong. */
export const factorWords = inEachLanguage({
  secondFactor: ['Second factor', 'Second facteur'],
  meaning: [
    'With a second factor nobody signs in as you who only knows your password. Programs then use a token, and no longer your password.',
    'Avec un second facteur, personne ne se connecte à votre place en connaissant seulement votre mot de passe. Les programmes utilisent alors un jeton, et plus votre mot de passe.',
  ],
  meaningRequired: [
    'Your role needs a second factor: nobody signs in as you who only knows your password. Programs use a token, and not your password.',
    'Votre rôle exige un second facteur\u00a0: personne ne se connecte à votre place en connaissant seulement votre mot de passe. Les programmes utilisent un jeton, et non votre mot de passe.',
  ],
  mustSetUp: [
    'Your password was right. Your role needs a second factor, and you have none yet: set it up now, with an authenticator app on your phone.',
    'Votre mot de passe est juste. Votre rôle exige un second facteur, et vous n’en avez pas encore\u00a0: configurez-le maintenant, avec une application d’authentification sur votre téléphone.',
  ],
  totp: ['Authenticator app', 'Application d’authentification'],
  on: ['on', 'activée'],
  off: ['off', 'désactivée'],
  setUpTotp: ['Set up an authenticator app', 'Configurer une application d’authentification'],
  replaceTotp: ['Set up another app', 'Configurer une autre application'],
  removeTotp: ['Remove the app', 'Retirer l’application'],
  removeTotpMeans: [
    'Codes of the app are refused from then on. When it is your only second factor, the recovery codes go with it, and your password alone signs you in.',
    'Les codes de l’application sont alors refusés. Si c’est votre seul second facteur, les codes de secours partent avec elle, et votre mot de passe suffit de nouveau pour vous connecter.',
  ],
  lastFactor: [
    'Your role needs a second factor, and this is the last one: set up another one first.',
    'Votre rôle exige un second facteur, et c’est le dernier\u00a0: configurez-en d’abord un autre.',
  ],
  totpSet: ['The authenticator app is set up.', 'L’application d’authentification est configurée.'],
  totpRemoved: ['The authenticator app is removed.', 'L’application d’authentification est retirée.'],
  scan: [
    'Scan this with an authenticator app, such as FreeOTP, Aegis or the password manager of your phone.',
    'Scannez ceci avec une application d’authentification, comme FreeOTP, Aegis ou le gestionnaire de mots de passe de votre téléphone.',
  ],
  qrCode: ['QR code of the key below', 'Code QR de la clé ci-dessous'],
  orType: ['Or type this key into it:', 'Ou saisissez-y cette clé\u00a0:'],
  firstCode: ['The code that it shows', 'Le code qu’elle affiche'],
  turnOn: ['Turn on', 'Activer'],
  wrongFirstCode: [
    'This is not the code of this key at this time. Check that the clock of your phone is right, and type the next code.',
    'Ce n’est pas le code de cette clé à cet instant. Vérifiez que l’horloge de votre téléphone est à l’heure, et saisissez le code suivant.',
  ],
  keyLost: [
    'The key did not come back with the form. Here is another one: scan it.',
    'La clé n’est pas revenue avec le formulaire. En voici une autre\u00a0: scannez-la.',
  ],
  code: ['Code', 'Code'],
  codeHelp: [
    'The six digits that your authenticator app shows, or one of your recovery codes.',
    'Les six chiffres qu’affiche votre application d’authentification, ou l’un de vos codes de secours.',
  ],
  recoveryCode: ['Recovery code', 'Code de secours'],
  recoveryCodeHelp: [
    'One of those that you were given when you set up the second factor.',
    'L’un de ceux que vous avez reçus en configurant le second facteur.',
  ],
  wrongCode: [
    'This code is not right, or was used before. Wait for the next one of your app, or take another recovery code.',
    'Ce code n’est pas le bon, ou a déjà servi. Attendez le suivant de votre application, ou prenez un autre code de secours.',
  ],
  goOn: ['Continue', 'Continuer'],
  recoveryCodes: ['Recovery codes', 'Codes de secours'],
  codesLeft: (count: number) => [
    count === 1 ? '1 left' : `${count} left`,
    count === 1 ? 'il en reste 1' : `il en reste ${count}`,
  ],
  renewCodes: ['New recovery codes', 'Nouveaux codes de secours'],
  renewCodesMeans: [
    'You get ten new codes. Those that you have are refused from then on.',
    'Vous recevez dix nouveaux codes. Ceux que vous avez sont alors refusés.',
  ],
  keepCodes: [
    'Keep these codes where you find them without your phone: they are not shown again. Each of them signs you in once, after your password, in the place of the second factor.',
    'Conservez ces codes là où vous les trouverez sans votre téléphone\u00a0: ils ne seront plus affichés. Chacun vous connecte une fois, après votre mot de passe, à la place du second facteur.',
  ],
  codesKept: ['I have kept them: continue', 'Je les ai conservés\u00a0: continuer'],
  proveTitle: ['Your password again', 'Votre mot de passe encore une fois'],
  proveMeans: [
    'Before you change factors or end sessions, say once more that it is you.',
    'Avant de modifier vos facteurs ou de terminer des sessions, confirmez que c’est bien vous.',
  ],
});

/** The words of second factors, for the glossary of a service. */
export const factorGlossaryWords = inEachLanguage({
  passkey: {
    term: ['passkey', 'clé d’accès'],
    meaning: [
      'A key that a phone, a computer or a security key keeps, and that signs in without a password. It works nowhere but here.',
      'Une clé que garde un téléphone, un ordinateur ou une clé de sécurité, et qui connecte sans mot de passe. Elle ne sert nulle part ailleurs qu’ici.',
    ],
  },
  'recovery-code': {
    term: ['recovery code', 'code de secours'],
    meaning: [
      'What signs in once, after the password, when the phone with the second factor is not at hand.',
      'Ce qui connecte une fois, après le mot de passe, quand le téléphone du second facteur n’est pas à portée de main.',
    ],
  },
});
