/** What the law singles out as sensitive (GDPR art. 9 and 10, PIPL art. 28): never inferred of anybody. Data: add a word to teach another. */
interface MatterWords {
  /** Parts of Chinese words; several characters or one that says it by itself. */
  readonly zh: readonly string[];
  /** How English words begin; those of up to four letters stand alone. */
  readonly en: readonly string[];
}

const MATTERS = {
  health: {
    zh: words(
      '病 癌 瘤 炎 疹 疮 痔 疫 症 痛 癫痫 中风 哮喘 骨折 过敏 发烧 感冒 艾滋 梅毒 淋病 乙肝 丙肝 肝硬化 糖尿 高血压 低血压 血糖 血脂 血压 抑郁 焦虑 自闭 失眠 精神科 心理咨询 心理医生 自杀 自残 戒毒 吸毒 毒品 酗酒 成瘾 上瘾 怀孕 孕妇 孕期 备孕 流产 堕胎 避孕 不孕 不育 试管婴儿 月经 痛经 更年期 残疾 残障 轮椅 假肢 失明 失聪 手术 化疗 放疗 透析 移植 住院 就诊 门诊 挂号 复诊 体检 诊断 诊所 医院 医生 药 疫苗 处方 病历 基因检测 胰岛素 抗生素 安眠药 减肥 肥胖 阳痿 早泄 脱发 康复 护理',
    ),
    en: words(
      'hiv aids cancer tumor tumour leuk lymphoma carcinoma melanoma diabet insulin hypertens asthma epilep seizure stroke arthrit hepatit cirrhosis syphilis gonorrh herpes chlamydia std sti depress anxiety bipolar schizo autis adhd ptsd psychiatr psycholog psychosis therap suicid self-harm addict alcoholi rehab overdose opioid methadone pregnan abort miscarr fertility infertil ivf contracept menstru menopaus disab wheelchair prosthe blind deaf surger surgical chemo radiotherap dialys transplant hospital clinic doctor physician diagnos symptom disease illness infect virus vaccin prescri medic pharma antibiotic antidepress pill biopsy oncolog cardiolog gynecolog gynaecolog dermatolog neurolog urolog obes anorex bulimi eczema psoriasis migraine fibromyalg dementia alzheimer parkinson covid allerg',
    ),
  },
  religion: {
    zh: words(
      '宗教 信仰 信徒 佛教 佛学 拜佛 念佛 道教 基督 天主教 新教 伊斯兰 穆斯林 回教 犹太 印度教 东正教 清真寺 教堂 教会 礼拜 祷告 祈祷 圣经 古兰经 佛经 斋月 斋戒 受洗 洗礼 皈依 牧师 神父 阿訇 和尚 法轮功 无神论',
    ),
    en: words(
      'religio christian catholic protestant orthodox muslim islam jewish judaism hindu buddhis sikh taois mormon atheis agnostic church mosque synagogue temple bible quran koran torah ramadan baptis worship prayer priest imam rabbi pastor scientolog jehovah',
    ),
  },
  politics: {
    zh: words(
      '政治 政党 党员 党籍 入党 共产党 国民党 民进党 民主党 共和党 工党 保守党 左派 右派 选举 投票 选票 抗议 游行示威 异见 维权 上访 独立运动 台独 港独 政见',
    ),
    en: words(
      'politic democrat republican labour tory tories conservative socialis communis libertarian anarchis feminis election voting ballot protest dissident activis abortion-rights marxis fascis',
    ),
  },
  sexuality: {
    zh: words(
      '同性恋 同性 双性恋 异性恋 跨性别 变性 性取向 性向 性生活 性病 性爱 性别认同 出柜 男同 女同 拉拉 同志酒吧 色情 情趣用品 壮阳',
    ),
    en: words(
      'gay lesbian bisexual homosexual heterosexual transgender transsexual transition queer lgbt nonbinary non-binary asexual sexual sex sexuality porn fetish viagra erectile libido',
    ),
  },
  union: {
    zh: words('工会 罢工 劳工运动 集体谈判'),
    en: words('union trade-union unioniz unionis strike collective-bargaining'),
  },
  crime: {
    zh: words('犯罪 前科 案底 坐牢 服刑 监狱 出狱 拘留 逮捕 缓刑 假释 刑满 判刑 被告 嫌疑人 通缉'),
    en: words(
      'crime criminal convict felon felony misdemeanor misdemeanour prison jail arrest parole probation inmate offender',
    ),
  },
  ethnicity: {
    zh: words(
      '种族 民族 族裔 少数民族 汉族 回族 藏族 维吾尔 维族 蒙古族 满族 苗族 壮族 彝族 朝鲜族 哈萨克族 黑人 白人 混血 移民 难民 血统',
    ),
    en: words(
      'ethnic race racial tribe tribal uyghur uighur tibetan romani gypsy hispanic latino latina immigra refugee asylum',
    ),
  },
} as const satisfies Record<string, MatterWords>;

const PATTERN = new RegExp(
  Object.values(MATTERS)
    .flatMap(({ zh, en }) => [...zh, ...en.map((word) => `(?<![a-z])${word}${word.length <= 4 ? 's?(?![a-z])' : ''}`)])
    .join('|'),
  'i',
);

/** Whether a term or a text speaks of one of them; wide rather than exact, for all that it decides is what stays unlearned or hidden. */
export const isSensitive = (text: string): boolean => PATTERN.test(text.normalize('NFKC'));

function words(list: string): readonly string[] {
  return list.split(' ');
}
