import type { Language } from '@campus/pages';

const en = {
  secondFactor: 'Second factor',
  meaning:
    'With a second factor nobody signs in as you who only knows your password. Programs then use a token, and no longer your password.',
  meaningRequired:
    'Your role needs a second factor: nobody signs in as you who only knows your password. Programs use a token, and not your password.',
  mustSetUp:
    'Your password was right. Your role needs a second factor, and you have none yet: set it up now, with an authenticator app on your phone.',
  totp: 'Authenticator app',
  on: 'on',
  off: 'off',
  setUpTotp: 'Set up an authenticator app',
  replaceTotp: 'Set up another app',
  removeTotp: 'Remove the app',
  removeTotpMeans:
    'Codes of the app are refused from then on. When it is your only second factor, the recovery codes go with it, and your password alone signs you in.',
  lastFactor: 'Your role needs a second factor, and this is the last one: set up another one first.',
  totpSet: 'The authenticator app is set up.',
  totpRemoved: 'The authenticator app is removed.',
  scan: 'Scan this with an authenticator app, such as FreeOTP, Aegis or the password manager of your phone.',
  qrCode: 'QR code of the key below',
  orType: 'Or type this key into it:',
  firstCode: 'The code that it shows',
  turnOn: 'Turn on',
  wrongFirstCode:
    'This is not the code of this key at this time. Check that the clock of your phone is right, and type the next code.',
  keyLost: 'The key did not come back with the form. Here is another one: scan it.',
  code: 'Code',
  codeHelp: 'The six digits that your authenticator app shows, or one of your recovery codes.',
  recoveryCode: 'Recovery code',
  recoveryCodeHelp: 'One of those that you were given when you set up the second factor.',
  wrongCode:
    'This code is not right, or was used before. Wait for the next one of your app, or take another recovery code.',
  goOn: 'Continue',
  recoveryCodes: 'Recovery codes',
  codesLeft: (count: number) => (count === 1 ? '1 left' : `${count} left`),
  renewCodes: 'New recovery codes',
  renewCodesMeans: 'You get ten new codes. Those that you have are refused from then on.',
  keepCodes:
    'Keep these codes where you find them without your phone: they are not shown again. Each of them signs you in once, after your password, in the place of the second factor.',
  codesKept: 'I have kept them: continue',
  proveTitle: 'Your password again',
  proveMeans: 'Before your factors are changed, say once more that it is you.',
};

type Words = typeof en;

const fr: Words = {
  secondFactor: 'Second facteur',
  meaning:
    'Avec un second facteur, personne ne se connecte à votre place en connaissant seulement votre mot de passe. Les programmes utilisent alors un jeton, et plus votre mot de passe.',
  meaningRequired:
    'Votre rôle exige un second facteur\u00a0: personne ne se connecte à votre place en connaissant seulement votre mot de passe. Les programmes utilisent un jeton, et non votre mot de passe.',
  mustSetUp:
    'Votre mot de passe est juste. Votre rôle exige un second facteur, et vous n’en avez pas encore\u00a0: configurez-le maintenant, avec une application d’authentification sur votre téléphone.',
  totp: 'Application d’authentification',
  on: 'activée',
  off: 'désactivée',
  setUpTotp: 'Configurer une application d’authentification',
  replaceTotp: 'Configurer une autre application',
  removeTotp: 'Retirer l’application',
  removeTotpMeans:
    'Les codes de l’application sont alors refusés. Si c’est votre seul second facteur, les codes de secours partent avec elle, et votre mot de passe suffit de nouveau pour vous connecter.',
  lastFactor:
    'Votre rôle exige un second facteur, et c’est le dernier\u00a0: configurez-en d’abord un autre.',
  totpSet: 'L’application d’authentification est configurée.',
  totpRemoved: 'L’application d’authentification est retirée.',
  scan: 'Scannez ceci avec une application d’authentification, comme FreeOTP, Aegis ou le gestionnaire de mots de passe de votre téléphone.',
  qrCode: 'Code QR de la clé ci-dessous',
  orType: 'Ou saisissez-y cette clé\u00a0:',
  firstCode: 'Le code qu’elle affiche',
  turnOn: 'Activer',
  wrongFirstCode:
    'Ce n’est pas le code de cette clé à cet instant. Vérifiez que l’horloge de votre téléphone est à l’heure, et saisissez le code suivant.',
  keyLost: 'La clé n’est pas revenue avec le formulaire. En voici une autre\u00a0: scannez-la.',
  code: 'Code',
  codeHelp:
    'Les six chiffres qu’affiche votre application d’authentification, ou l’un de vos codes de secours.',
  recoveryCode: 'Code de secours',
  recoveryCodeHelp: 'L’un de ceux que vous avez reçus en configurant le second facteur.',
  wrongCode:
    'Ce code n’est pas le bon, ou a déjà servi. Attendez le suivant de votre application, ou prenez un autre code de secours.',
  goOn: 'Continuer',
  recoveryCodes: 'Codes de secours',
  codesLeft: (count) => (count === 1 ? 'il en reste 1' : `il en reste ${count}`),
  renewCodes: 'Nouveaux codes de secours',
  renewCodesMeans: 'Vous recevez dix nouveaux codes. Ceux que vous avez sont alors refusés.',
  keepCodes:
    'Conservez ces codes là où vous les trouverez sans votre téléphone\u00a0: ils ne seront plus affichés. Chacun vous connecte une fois, après votre mot de passe, à la place du second facteur.',
  codesKept: 'Je les ai conservés\u00a0: continuer',
  proveTitle: 'Votre mot de passe encore une fois',
  proveMeans: 'Avant que vos facteurs ne soient modifiés, confirmez que c’est bien vous.',
};

/** What is said of second factors to whom they belong. */
export const factorWords = { en, fr } satisfies Record<Language, Words>;
