import { inEachLanguage } from '@campus/pages';

/** The words of what a reader follows and keeps. */
export const myListWords = inEachLanguage({
  title: ['My list', 'Ma liste'],
  follow: ['Follow', 'Suivre'],
  unfollow: ['Do not follow any more', 'Ne plus suivre'],
  keep: ['Keep', 'Garder dans ma liste'],
  drop: ['Do not keep any more', 'Retirer de ma liste'],
  full: (limit: number) => [
    `Your list holds ${limit} channels and videos at most. Take something out of it first.`,
    `Votre liste contient ${limit} chaînes et vidéos au plus. Retirez-en d’abord.`,
  ],
  empty: [
    'Nothing is here yet. Follow a channel on its page, or keep a video on its own: they will be here, with what is new.',
    'Rien ici pour l’instant. Suivez une chaîne depuis sa page, ou gardez une vidéo depuis la sienne\u00a0: elles seront ici, avec les nouveautés.',
  ],
  onDevice: [
    'The list stays on this device. Sign in to have it everywhere.',
    'La liste reste sur cet appareil. Connectez-vous pour l’avoir partout.',
  ],
  withoutScript: [
    'Without JavaScript, a list is kept only for those who are signed in.',
    'Sans JavaScript, une liste n’est gardée que pour les personnes connectées.',
  ],
  signIn: ['Sign in', 'Se connecter'],
  whatIsNew: ['New since your last visit', 'Nouveau depuis votre dernière visite'],
  nothingNew: [
    'The channels that you follow have no new video.',
    'Les chaînes que vous suivez n’ont pas de nouvelle vidéo.',
  ],
  channels: ['Channels', 'Chaînes'],
  videos: ['Videos', 'Vidéos'],
  leftOut: (count: number) =>
    count === 1
      ? ['One entry is not there any more, or not for you.', 'Une entrée n’est plus là, ou pas pour vous.']
      : [
          `${count} entries are not there any more, or not for you.`,
          `${count} entrées ne sont plus là, ou pas pour vous.`,
        ],
  forget: ['Take out of the list', 'Retirer de la liste'],
  putBack: ['Put back', 'Remettre'],
  takeOver: ['Take over {1} from this device', 'En reprendre {1} de cet appareil'],
  leaveOnDevice: ['Forget them on this device', 'Les oublier sur cet appareil'],
});
