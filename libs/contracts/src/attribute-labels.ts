export interface AttributeLabel {
  readonly zh: string;
  readonly en: string;
}

/**
 * The attributes that memory keeps under a key of its own, with what they are called to a user. Memory names no attribute that is
 * not here; one of the user's own making (“我的座右铭是…”, “my motto is…”) is called as the user called it.
 */
export const ATTRIBUTE_LABELS = {
  name: { zh: '姓名', en: 'name' },
  preferred_name: { zh: '称呼', en: 'preferred name' },
  email: { zh: '邮箱', en: 'email address' },
  phone: { zh: '电话', en: 'phone number' },
  location: { zh: '所在地', en: 'location' },
  shipping_address: { zh: '收货地址', en: 'shipping address' },
  birthday: { zh: '生日', en: 'birthday' },
  age: { zh: '年龄', en: 'age' },
  payment_method: { zh: '支付方式', en: 'payment method' },
  occupation: { zh: '职业', en: 'occupation' },
  company: { zh: '公司', en: 'company' },
  preference: { zh: '偏好', en: 'preference' },
  diet: { zh: '饮食禁忌', en: 'diet' },
  allergy: { zh: '过敏源', en: 'allergy' },
  暗号: { zh: '暗号', en: 'code word' },
  'code word': { zh: '暗号', en: 'code word' },
  password: { zh: '密码', en: 'password' },
  verification_code: { zh: '验证码', en: 'verification code' },
  order_number: { zh: '订单号', en: 'order number' },
  amount: { zh: '金额', en: 'amount' },
  budget: { zh: '预算', en: 'budget' },
  city: { zh: '城市', en: 'city' },
  origin: { zh: '出发地', en: 'place of departure' },
  date: { zh: '日期', en: 'date' },
  // Nouns that users bring by themselves, said to one who goes on in Chinese.
  language: { zh: '语言', en: 'language' },
  department: { zh: '部门', en: 'department' },
  hobby: { zh: '爱好', en: 'hobby' },
  food: { zh: '喜欢的食物', en: 'food' },
  color: { zh: '喜欢的颜色', en: 'color' },
  contact: { zh: '联系人', en: 'contact' },
} as const satisfies Record<string, AttributeLabel>;

export type AttributeKey = keyof typeof ATTRIBUTE_LABELS;

const labels: ReadonlyMap<string, AttributeLabel> = new Map(Object.entries(ATTRIBUTE_LABELS));

/** What the user is told that an attribute is called; the key of one among several (`allergy/2`) counts as that of all. */
export function attributeLabel(key: string, language: keyof AttributeLabel): string {
  return labels.get(key.replace(/\/\d+$/, ''))?.[language] ?? key.replaceAll('_', ' ');
}
