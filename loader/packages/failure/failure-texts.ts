/** Texts of the failure line, for the customers of the page. */
import type { Locale } from '#contract/text/locales.ts'

type FailureTexts = {
  /** The widget cannot be shown now; a retry may succeed. */
  later: string
  /** The widget cannot be shown on this page: only its developers can change that. */
  never: string
  /** `#` stands for the seconds until the next retry. */
  nextTry: string
  button: string
}

export const failureTexts: Readonly<Record<Locale, FailureTexts>> = {
  en: {
    later: 'The options ideas cannot be loaded right now.',
    never: 'The options ideas are not available on this page. Please contact support.',
    nextTry: 'Trying again in # s',
    button: 'Try again',
  },
  es: {
    later: 'Las ideas de opciones no se pueden cargar en este momento.',
    never: 'Las ideas de opciones no están disponibles en esta página. Póngase en contacto con el soporte.',
    nextTry: 'Nuevo intento en # s',
    button: 'Reintentar',
  },
  fr: {
    later: 'Les idées d’options ne peuvent pas être chargées pour le moment.',
    never: 'Les idées d’options ne sont pas disponibles sur cette page. Veuillez contacter l’assistance.',
    nextTry: 'Nouvelle tentative dans # s',
    button: 'Réessayer',
  },
  de: {
    later: 'Die Optionsideen können gerade nicht geladen werden.',
    never: 'Die Optionsideen sind auf dieser Seite nicht verfügbar. Bitte wenden Sie sich an den Support.',
    nextTry: 'Nächster Versuch in # s',
    button: 'Erneut versuchen',
  },
  'pt-BR': {
    later: 'Não é possível carregar as ideias de opções no momento.',
    never: 'As ideias de opções não estão disponíveis nesta página. Entre em contato com o suporte.',
    nextTry: 'Nova tentativa em # s',
    button: 'Tentar novamente',
  },
  'zh-Hans': {
    later: '暂时无法加载期权交易思路。',
    never: '此页面无法显示期权交易思路。请联系客服。',
    nextTry: '# 秒后重试',
    button: '重试',
  },
  ja: {
    later: '現在、オプションのアイデアを読み込めません。',
    never: 'このページではオプションのアイデアを利用できません。サポートにお問い合わせください。',
    nextTry: '# 秒後に再試行します',
    button: '再試行',
  },
  ko: {
    later: '지금은 옵션 아이디어를 불러올 수 없습니다.',
    never: '이 페이지에서는 옵션 아이디어를 이용할 수 없습니다. 고객 지원에 문의하세요.',
    nextTry: '#초 후 다시 시도합니다',
    button: '다시 시도',
  },
  ar: {
    later: 'يتعذّر تحميل أفكار الخيارات حاليًا.',
    never: 'أفكار الخيارات غير متاحة في هذه الصفحة. يُرجى الاتصال بالدعم.',
    nextTry: 'محاولة جديدة بعد # ث',
    button: 'إعادة المحاولة',
  },
  he: {
    later: 'לא ניתן לטעון כרגע את רעיונות האופציות.',
    never: 'רעיונות האופציות אינם זמינים בדף זה. נא לפנות לתמיכה.',
    nextTry: 'ניסיון נוסף בעוד # שנ׳',
    button: 'ניסיון חוזר',
  },
}
