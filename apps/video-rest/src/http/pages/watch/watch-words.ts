import { inEachLanguage } from '@campus/pages';

/** What the pages below `/video` say. */
export const watchWords = inEachLanguage({
  notFound: ['No video here', 'Pas de vidéo ici'],
  onlyYou: [
    'Only its owners, staff, and whoever has a share link see this video.',
    'Seuls ses propriétaires, l’équipe et ceux qui ont un lien de partage peuvent voir cette vidéo.',
  ],
  owner: ['By', 'Par'],
  type: ['Type', 'Type'],
  date: ['Date', 'Date'],
  added: ['Added', 'Ajoutée'],
  duration: ['Duration', 'Durée'],
  spoken: ['Language', 'Langue'],
  renditions: ['Renditions', 'Versions encodées'],
  about: ['About', 'À propos'],
  description: ['Description', 'Description'],
  chapters: ['Chapters', 'Chapitres'],
  documents: ['Documents', 'Documents'],
  captions: (name: string) => [`${name} (captions)`, `${name} (légendes)`],
  downloads: ['Download', 'Télécharger'],
  mp4: (height: number) => [`Video, ${height} lines (MP4)`, `Vidéo, ${height} lignes (MP4)`],
  withoutFile: (height: number) => [
    `Video, ${height} lines: plays here, and has no file to keep`,
    `Vidéo, ${height} lignes\u00a0: se lit ici, sans fichier à garder`,
  ],
  sound: ['Sound alone (M4A)', 'Le son seul (M4A)'],
  source: ['Source file', 'Fichier source'],
  manage: ['For its owners and staff', 'Pour ses propriétaires et l’équipe'],
  edit: ['Edit it', 'La modifier'],
  chapterHere: ['Begin a chapter here', 'Commencer un chapitre ici'],
  apiObject: ['This video in the API', 'Cette vidéo dans l’API'],
  shareLinks: ['Share links', 'Liens de partage'],
  encode: ['Encode it', 'L’encoder'],
  encodeAgain: ['Encode it again', 'L’encoder de nouveau'],
  encodeAgainIs: [
    'What plays now stays until the new files are whole.',
    'Ce qui se lit maintenant reste en place jusqu’à ce que les nouveaux fichiers soient complets.',
  ],
  progress: ['State of the encoding', 'État de l’encodage'],
  queued: ['This video waits for its turn to be encoded.', 'Cette vidéo attend son tour d’être encodée.'],
  running: (percent: number) => [
    `This video is being encoded: ${percent} %.`,
    `Cette vidéo est en cours d’encodage\u00a0: ${percent} %.`,
  ],
  remaining: (time: string) => [`About ${time} to go.`, `Encore ${time} environ.`],
  notEncoded: [
    'This video is not encoded yet, so there is nothing to play.',
    'Cette vidéo n’est pas encore encodée\u00a0: il n’y a rien à lire.',
  ],
  notPlayable: [
    'This video cannot be played at present.',
    'Cette vidéo ne peut pas être lue pour le moment.',
  ],
  failed: ['The encoding failed:', 'L’encodage a échoué\u00a0:'],
  cancelled: ['The encoding was cancelled.', 'L’encodage a été annulé.'],
  ready: ['This video is encoded.', 'Cette vidéo est encodée.'],
  replaced: ['This video has been encoded anew.', 'Cette vidéo a été encodée de nouveau.'],
  reload: ['Load the page again', 'Recharger la page'],
  openPage: ['Open the page of this video', 'Ouvrir la page de cette vidéo'],
  // Of the page that adds one.
  add: ['Add a video', 'Ajouter une vidéo'],
  addIs: [
    'It is encoded at once; on its page you can follow that, and watch it when it is done.',
    'Elle est encodée aussitôt\u202f; sa page montre l’avancement, puis la vidéo elle-même.',
  ],
  title: ['Title', 'Titre'],
  descriptionHelp: [
    'Plain text; lines stay as you type them.',
    'Texte simple\u202f; les lignes restent telles que vous les tapez.',
  ],
  mainLang: ['Spoken language', 'Langue parlée'],
  licence: ['Licence', 'Licence'],
  noLicence: ['(that of the platform)', '(celle de la plateforme)'],
  chosenOwner: ['Owner', 'Propriétaire'],
  allowDownloading: ['Whoever sees it may download it', 'Qui la voit peut la télécharger'],
  file: ['Video or sound file', 'Fichier vidéo ou son'],
  fileHelp: (limit: string) => [`At most ${limit}.`, `Au plus ${limit}.`],
  fileTooLarge: (limit: string) => [
    `This file is larger than ${limit}, the most that is taken.`,
    `Ce fichier dépasse ${limit}, le maximum accepté.`,
  ],
  several: [
    'Each file becomes a video of its own, with the name of the file as its title.',
    'Chaque fichier devient une vidéo, avec le nom du fichier comme titre.',
  ],
  choose: ['(choose)', '(choisir)'],
  send: ['Send', 'Envoyer'],
  pause: ['Pause', 'Pause'],
  goOn: ['Go on', 'Reprendre'],
  begun: [
    'A part of this file was sent before, with what was said of it then.',
    'Une partie de ce fichier a déjà été envoyée, avec ce qui en était dit alors.',
  ],
  lost: [
    'The connection is lost. What was sent is kept: go on when it is back, or choose the same file again within three days.',
    'La connexion est perdue. Ce qui a été envoyé est conservé\u00a0: reprenez quand elle est revenue, ou choisissez de nouveau le même fichier d’ici trois jours.',
  ],
  noTypes: [
    'There is no type of videos yet, and a video needs one: staff adds it in the API.',
    'Il n’y a pas encore de type de vidéo, et il en faut un\u00a0: l’équipe l’ajoute dans l’API.',
  ],
  problems: [
    'Nothing was added. See below what is missing or wrong, and choose the file again.',
    'Rien n’a été ajouté. Voyez ci-dessous ce qui manque ou ne va pas, et choisissez de nouveau le fichier.',
  ],
});

/** What the page of a video says to whom it is closed. */
export const closedWords = inEachLanguage({
  title: ['This video is not open to everybody', 'Cette vidéo n’est pas accessible à tous'],
  sign_in: ['It cannot be watched without signing in.', 'Elle ne peut être regardée qu’après connexion.'],
  signIn: ['Sign in to watch it', 'Se connecter pour la regarder'],
  groups: [
    'It is open to certain groups, and your account is in none of them. Ask whoever gave you the address.',
    'Elle est réservée à certains groupes, et votre compte n’appartient à aucun d’eux. Adressez-vous à la personne qui vous a donné l’adresse.',
  ],
  password: [
    'It is open to those who know its password. Ask whoever gave you the address for it.',
    'Elle est protégée par un mot de passe. Demandez-le à la personne qui vous a donné l’adresse.',
  ],
  passwordLabel: ['Password of this video', 'Mot de passe de cette vidéo'],
  watch: ['Watch', 'Regarder'],
  wrong: [
    'This is not the password of this video. Mind capital and small letters.',
    'Ce n’est pas le mot de passe de cette vidéo. Respectez les majuscules et les minuscules.',
  ],
});

/** What the page of a video says of its address and its frame. */
export const shareWords = inEachLanguage({
  share: ['Share', 'Partager'],
  copyAddress: ['Copy the address', 'Copier l’adresse'],
  copyAt: ['Copy the address at', 'Copier l’adresse à'],
  copied: ['Copied', 'Copié'],
  qrCode: ['QR code', 'Code QR'],
  qrCodeOf: (address: string) => [`QR code of ${address}`, `Code QR de ${address}`],
  embed: ['Show it on another site', 'La montrer sur un autre site'],
  notEmbedded: {
    draft: [
      'It is a draft, which no other site shows.',
      'C’est un brouillon\u00a0: aucun autre site ne la montre.',
    ],
    sign_in: [
      'It is not open to everybody, and in frames of other sites nobody is signed in.',
      'Elle n’est pas accessible à tous, et personne n’est connecté dans les cadres d’autres sites.',
    ],
    password: [
      'It has a password, for which frames of other sites do not ask.',
      'Elle a un mot de passe, que les cadres d’autres sites ne demandent pas.',
    ],
  },
  embedByLink: [
    'With a share link it plays there all the same',
    'Avec un lien de partage, elle s’y lit quand même',
  ],
  options: ['Options of the frame', 'Options du cadre'],
  start: ['Start at', 'Commencer à'],
  size: ['Size', 'Taille'],
  asWide: ['As wide as its place', 'Aussi large que sa place'],
  autoplay: ['Play by itself', 'Lire automatiquement'],
  copyCode: ['Copy the code', 'Copier le code'],
  embedHelp: [
    'With &start=90 in its address it begins after 90 seconds, with &autoplay=true by itself.',
    'Avec &start=90 dans son adresse, elle commence après 90 secondes\u202f; avec &autoplay=true, elle se lit d’elle-même.',
  ],
});

/** What is said of what is said in a video. */
export const transcriptWords = inEachLanguage({
  transcript: ['Transcript', 'Transcription'],
  transcriptOf: (title: string) => [`Transcript: ${title}`, `Transcription\u00a0: ${title}`],
  open: ['Read the transcript', 'Lire la transcription'],
  captions: ['captions', 'légendes'],
  search: ['Search in it', 'Y rechercher'],
  find: ['Search', 'Rechercher'],
  none: ['No line has that.', 'Aucune ligne ne contient cela.'],
  asText: ['Keep it as a text', 'L’enregistrer en texte'],
});

/** What the page of a broadcaster says. */
export const liveWords = inEachLanguage({
  state: ['State of the broadcast', 'État de la diffusion'],
  onAir: ['On air.', 'En direct.'],
  notOnAir: [
    'Not on air. This page begins by itself.',
    'Pas de direct en ce moment. Cette page démarre d’elle-même.',
  ],
  stream: ['Open the stream', 'Ouvrir le flux'],
});

/** What the badges of a video say of who may watch it. */
export const visibilityWords = inEachLanguage({
  public: ['public', 'publique'],
  draft: ['draft', 'brouillon'],
  restricted: ['restricted', 'accès restreint'],
  groups: ['for groups', 'réservée à des groupes'],
  password: ['password', 'mot de passe'],
});
