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
  'contact.email': { zh: '邮箱', en: 'email address' },
  'contact.phone': { zh: '电话', en: 'phone number' },
  'contact.title': { zh: '职务', en: 'title' },
  'contact.company': { zh: '公司', en: 'company' },
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
  frequent_actions: { zh: '常办的事', en: 'most frequent action' },
  unfinished_task: { zh: '未办完的事', en: 'unfinished task' },
  order_number: { zh: '订单号', en: 'order number' },
  amount: { zh: '金额', en: 'amount' },
  budget: { zh: '预算', en: 'budget' },
  city: { zh: '城市', en: 'city' },
  origin: { zh: '出发地', en: 'place of departure' },
  date: { zh: '日期', en: 'date' },
  time: { zh: '时间', en: 'time' },
  membership: { zh: '会员等级', en: 'membership' },
  work_location: { zh: '工作地', en: 'place of work' },
  drink: { zh: '常喝的饮品', en: 'usual drink' },
  car: { zh: '座驾', en: 'car' },
  commute: { zh: '通勤方式', en: 'way to work' },
  subscription: { zh: '订阅', en: 'subscription' },
  temperature_unit: { zh: '温度单位', en: 'temperature unit' },
  measurement_system: { zh: '度量单位', en: 'measurement system' },
  currency: { zh: '币种', en: 'currency' },
  theme: { zh: '界面主题', en: 'theme' },
  clock_format: { zh: '时制', en: 'clock format' },
  diet_style: { zh: '饮食习惯', en: 'way of eating' },
  blood_type: { zh: '血型', en: 'blood type' },
  nights: { zh: '晚数', en: 'number of nights' },
  device: { zh: '设备', en: 'device' },
  marital_status: { zh: '婚姻状况', en: 'marital status' },
  spoken_language: { zh: '会说的语言', en: 'spoken language' },
  party_size: { zh: '人数', en: 'party size' },
  departure_date: { zh: '去程', en: 'departure' },
  return_date: { zh: '回程', en: 'return' },
  check_in: { zh: '入住', en: 'arrival' },
  check_out: { zh: '退房', en: 'departure from the hotel' },
  // Nouns that users bring by themselves, said to one who goes on in Chinese.
  language: { zh: '语言', en: 'language' },
  department: { zh: '部门', en: 'department' },
  hobby: { zh: '爱好', en: 'hobby' },
  food: { zh: '喜欢的食物', en: 'food' },
  color: { zh: '喜欢的颜色', en: 'color' },
  contact: { zh: '联系人', en: 'contact' },
  // What users show by how they ask, rather than state.
  reply_length: { zh: '回答详略', en: 'length of answers' },
  reply_format: { zh: '回答格式', en: 'format of answers' },
  explanation_style: { zh: '讲解风格', en: 'style of explanations' },
  examples: { zh: '举例', en: 'use of examples' },
  freshness: { zh: '时效偏好', en: 'how recent things should be' },
  price_level: { zh: '价位偏好', en: 'price level' },
  field_of_interest: { zh: '关注领域', en: 'field of interest' },
} as const satisfies Record<string, AttributeLabel>;

export type AttributeKey = keyof typeof ATTRIBUTE_LABELS;

/** The people and animals whose particulars memory keeps for the user, under keys such as `mother/birthday`. */
export const RELATION_LABELS = {
  mother: { zh: '妈妈', en: 'mother' },
  father: { zh: '爸爸', en: 'father' },
  wife: { zh: '妻子', en: 'wife' },
  husband: { zh: '丈夫', en: 'husband' },
  partner: { zh: '爱人', en: 'partner' },
  boyfriend: { zh: '男朋友', en: 'boyfriend' },
  girlfriend: { zh: '女朋友', en: 'girlfriend' },
  daughter: { zh: '女儿', en: 'daughter' },
  son: { zh: '儿子', en: 'son' },
  child: { zh: '孩子', en: 'child' },
  brother: { zh: '兄弟', en: 'brother' },
  elder_brother: { zh: '哥哥', en: 'older brother' },
  younger_brother: { zh: '弟弟', en: 'younger brother' },
  sister: { zh: '姐妹', en: 'sister' },
  elder_sister: { zh: '姐姐', en: 'older sister' },
  younger_sister: { zh: '妹妹', en: 'younger sister' },
  grandfather: { zh: '爷爷', en: 'grandfather' },
  grandmother: { zh: '奶奶', en: 'grandmother' },
  mothers_father: { zh: '外公', en: "mother's father" },
  mothers_mother: { zh: '外婆', en: "mother's mother" },
  uncle: { zh: '叔叔', en: 'uncle' },
  aunt: { zh: '阿姨', en: 'aunt' },
  cousin: { zh: '表亲', en: 'cousin' },
  boss: { zh: '上司', en: 'boss' },
  assistant: { zh: '助理', en: 'assistant' },
  colleague: { zh: '同事', en: 'colleague' },
  friend: { zh: '朋友', en: 'friend' },
  roommate: { zh: '室友', en: 'roommate' },
  classmate: { zh: '同学', en: 'classmate' },
  teacher: { zh: '老师', en: 'teacher' },
  neighbour: { zh: '邻居', en: 'neighbour' },
  client: { zh: '客户', en: 'client' },
  doctor: { zh: '医生', en: 'doctor' },
  landlord: { zh: '房东', en: 'landlord' },
  cat: { zh: '猫', en: 'cat' },
  dog: { zh: '狗', en: 'dog' },
  pet: { zh: '宠物', en: 'pet' },
} as const satisfies Record<string, AttributeLabel>;

export type RelationKey = keyof typeof RELATION_LABELS;

/** Kinds of decisions of the agent that a user asks back about (M34), and what they are called; other kinds as their author named them. */
export const DECISION_LABELS = {
  recommendation: { zh: '推荐', en: 'recommendation' },
  plan: { zh: '方案', en: 'plan' },
  choice: { zh: '选择', en: 'choice' },
} as const satisfies Record<string, AttributeLabel>;

export type DecisionKey = keyof typeof DECISION_LABELS;

const decisions: ReadonlyMap<string, AttributeLabel> = new Map(Object.entries(DECISION_LABELS));

/** What a kind of decision is called; one that nobody knows goes by its own name. */
export const decisionLabel = (kind: string, language: keyof AttributeLabel): string =>
  decisions.get(kind)?.[language] ?? kind;

const labels: ReadonlyMap<string, AttributeLabel> = new Map(Object.entries(ATTRIBUTE_LABELS));
const relations: ReadonlyMap<string, AttributeLabel> = new Map(Object.entries(RELATION_LABELS));

/**
 * What the user is told that an attribute is called; the key of one among several (`allergy/2`) counts as that of all, and that of
 * somebody else's (`mother/birthday`) names both.
 */
export function attributeLabel(key: string, language: keyof AttributeLabel): string {
  const [subject, attribute] = key.replace(/\/\d+$/, '').split('/');
  if (subject === undefined) return key;
  const owner = (attribute === undefined ? labels : relations).get(subject)?.[language] ?? subject.replaceAll('_', ' ');
  if (attribute === undefined) return owner;
  const named = labels.get(attribute)?.[language] ?? attribute.replaceAll('_', ' ');
  return language === 'zh' ? `${owner}的${named}` : `${owner}'s ${named}`;
}
