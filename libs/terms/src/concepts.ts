/**
 * A small thesaurus of everyday life: what people tell an assistant and ask it about. Data: one concept a line, `name < broader: Chinese
 * words | English words`; a word may stand under several. It joins words of one meaning (菜系, 川菜, cuisine, dish) and both languages.
 */
export const CONCEPTS = `
leisure: 兴趣 爱好 业余 消遣 娱乐 休闲 空闲 闲暇 | hobby hobbies leisure pastime entertainment interests fun
art < leisure: 艺术 美术 文艺 创作 作品 艺术家 | art artist artistic artwork creative creation masterpiece
painting < art: 绘画 画画 画家 画作 油画 水彩 素描 国画 画册 画展 画廊 书法 插画 涂色 | paint painting painter draw drawing sketch watercolor canvas gallery illustration calligraphy palette
music < art: 音乐 歌曲 歌手 歌词 乐队 乐器 唱歌 演唱会 音乐会 专辑 旋律 流行乐 民谣 嘻哈 歌剧 | music musical song singer band album melody concert lyrics tune pop rap hip-hop folk opera playlist
rock < music: 摇滚 摇滚乐 金属乐 | rock metal punk
jazz < music: 爵士 蓝调 | jazz blues
classical < music: 古典 古典音乐 交响乐 管弦乐 协奏曲 巴赫 莫扎特 贝多芬 肖邦 柴可夫斯基 | classical symphony orchestra concerto sonata bach mozart beethoven chopin tchaikovsky composer
instrument < music: 钢琴 吉他 小提琴 乐器 弹琴 鼓 古筝 二胡 琵琶 大提琴 萨克斯 和弦 乐谱 | piano guitar violin instrument drum cello flute saxophone chord keyboard
dance < art: 跳舞 舞蹈 芭蕾 街舞 | dance dancing ballet dancer
theatre < art: 话剧 戏剧 舞台 京剧 音乐剧 演员 表演 | theatre theater drama stage actor actress performance musical
film < art: 电影 影片 电影院 影院 导演 票房 片子 大片 影视 | movie film cinema director screening flick motion
genre_comedy < film: 喜剧 喜剧片 搞笑 幽默 | comedy comedies comic funny humor humour
genre_romance < film: 爱情片 爱情 浪漫 言情 | romance romantic love-story
genre_scifi < film: 科幻 科幻片 太空 外星 | science-fiction sci-fi scifi space alien futuristic
genre_action < film: 动作片 武打 枪战 警匪 | action martial gunfight
genre_horror < film: 恐怖 恐怖片 惊悚 惊悚片 悬疑 | horror thriller suspense scary mystery
genre_animation < film: 动画 动漫 动画片 卡通 漫画 | animation animated cartoon anime manga comics
documentary < film: 纪录片 | documentary documentaries
television < leisure: 电视 电视剧 剧集 综艺 节目 连续剧 美剧 韩剧 追剧 | tv television series show episode sitcom binge
book < art: 书 书籍 小说 读书 阅读 图书 图书馆 书店 作家 作者 名著 文学 散文 诗歌 著作 传记 杂志 看书 故事 | book novel read reading literature literary author writer library bookstore fiction poetry poem biography biographies magazine story essay
photo < art: 摄影 拍照 照片 相机 拍摄 镜头 摄影师 | photo photograph photography camera picture shoot shooting lens photographer
exhibition < art: 展览 展会 博物馆 美术馆 展品 参观 展出 文物 画展 展示 | exhibition exhibit museum display gallery artifact showcase
craft < leisure: 手工 手工艺 编织 折纸 陶艺 手工活 剪纸 刺绣 缝纫 木工 针织 陶瓷 | craft crafts handmade handicraft knit knitting origami pottery sewing diy embroidery woodwork crochet
game < leisure: 游戏 玩游戏 电玩 桌游 棋 象棋 围棋 扑克 手游 | game gaming videogame chess boardgame puzzle poker
garden < leisure: 园艺 花园 种植 养花 盆栽 植物 花 浇水 | garden gardening plant flower plants pot watering
nature: 自然 大自然 风景 景色 风光 美景 山 海 湖 森林 河流 星空 海滩 沙滩 山脉 湖泊 瀑布 | nature natural scenery landscape scenic view mountain lake sea beach forest river ocean waterfall sky
tree < nature: 树 树木 花朵 玫瑰 草地 花卉 | tree blossom flower rose grass leaf
animal: 动物 小动物 鸟 野生动物 | animal wildlife bird rabbit creature
pet < animal: 宠物 猫 狗 小狗 小猫 猫咪 狗狗 养猫 养狗 | pet cat dog puppy kitten
sport: 运动 锻炼 体育 健身 健身房 训练 比赛 球 运动员 体育馆 | sport sports exercise workout fitness gym training athlete match athletic
ball < sport: 篮球 足球 排球 羽毛球 乒乓球 网球 棒球 高尔夫 球赛 打球 | basketball football soccer volleyball badminton ping-pong tennis baseball golf ball
run < sport: 跑步 慢跑 马拉松 晨跑 | run running jog jogging marathon
swim < sport: 游泳 潜水 泳池 游泳池 冲浪 | swim swimming dive diving pool surf surfing
outdoor < sport: 户外 登山 爬山 徒步 露营 远足 探险 攀岩 滑雪 骑行 骑车 钓鱼 野营 | outdoor outdoors hiking hike camping climb climbing trekking adventure skiing ski cycling cycle fishing explore bike
yoga < sport: 瑜伽 冥想 太极 普拉提 伸展 拉伸 | yoga meditation meditate tai-chi pilates stretch stretching mindfulness
relax: 放松 舒缓 缓解 减压 休息 解压 轻松 缓和 疲惫 疲劳 累 身心 | relax relaxing relaxation relieve rest unwind soothe tired fatigue exhausted ease calm
travel: 旅行 旅游 旅程 出游 游玩 度假 行程 景点 出行 名胜 古迹 旅途 假期 游客 自由行 去玩 旅行社 | travel trip journey tour tourist vacation holiday destination attraction sightseeing visit itinerary traveling travelling getaway
transport < travel: 飞机 火车 高铁 地铁 公交 汽车 开车 航班 机场 车站 出租车 车票 机票 打车 | plane flight train subway bus car drive airport station taxi ticket metro
lodging < travel: 酒店 旅馆 民宿 宾馆 客栈 入住 | hotel hostel inn accommodation lodging guesthouse airbnb resort
place: 地方 地点 城市 国家 位置 场所 哪里 哪儿 | place location city country where spot venue town
park < place: 公园 广场 动物园 植物园 游乐园 | park zoo botanical square amusement
food: 美食 食物 吃 菜 饭 好吃 味道 餐 口味 食品 吃饭 零食 小吃 饭菜 饮食 美味 餐饮 伙食 | food eat meal dish dishes delicious taste snack flavor flavour cuisine tasty diet dining
cuisine < food: 菜系 川菜 粤菜 湘菜 鲁菜 中餐 西餐 日料 日本料理 料理 寿司 烤肉 火锅 中国菜 意大利菜 韩国料理 法国菜 烧烤 | cuisine sichuan cantonese hunan chinese-food japanese italian sushi barbecue hotpot pasta pizza korean french thai
cook < food: 做菜 烹饪 做饭 厨艺 食谱 菜谱 炒 煮 烤 蒸 烘焙 厨房 食材 做法 下厨 调料 红烧 | cook cooking recipe chef bake baking kitchen ingredient fry boil roast steam grill seasoning
restaurant < food: 餐厅 饭店 餐馆 馆子 小吃店 食堂 | restaurant diner cafe eatery canteen bistro
dessert < food: 甜点 甜品 蛋糕 巧克力 冰淇淋 饼干 面包 甜食 | dessert cake chocolate ice-cream cookie pastry bread sweet sweets
fruit < food: 水果 苹果 香蕉 草莓 芒果 蔬菜 西瓜 | fruit apple banana strawberry mango vegetable veggie watermelon
meat < food: 肉 牛肉 猪肉 鸡肉 羊肉 鱼 海鲜 虾 | meat beef pork chicken lamb fish seafood shrimp steak
drink < food: 喝 饮料 果汁 饮品 奶茶 水 | drink beverage juice soda water
coffee < drink: 咖啡 拿铁 咖啡馆 浓缩 | coffee espresso latte cappuccino barista brew
tea < drink: 茶 喝茶 品茶 茶叶 绿茶 红茶 | tea
alcohol < drink: 酒 啤酒 红酒 白酒 葡萄酒 饮酒 喝酒 | alcohol wine beer liquor whisky cocktail drinking
smoke: 吸烟 抽烟 戒烟 烟 | smoke smoking cigarette tobacco
health: 健康 身体 养生 保健 体质 免疫 | health healthy wellness wellbeing physical immune fit
illness < health: 病 生病 疾病 感冒 发烧 头痛 疼 疼痛 咳嗽 过敏 症状 不舒服 糖尿病 高血压 患 | illness sick disease cold fever headache pain cough allergy symptom condition diabetes hypertension diagnosed ailment ill
doctor < health: 医生 医院 看病 急诊 检查 诊所 护士 体检 治疗 手术 门诊 就医 | doctor hospital clinic emergency er nurse checkup treatment surgery physician appointment specialist operation therapy
medicine < health: 药 药物 吃药 药品 剂量 维生素 疫苗 补品 | medicine medication drug pill dose dosage vitamin vaccine supplement prescription tablet shot
sleep < health: 睡眠 睡觉 失眠 熬夜 早睡 入睡 起床 午睡 | sleep insomnia bed bedtime asleep nap sleeping rest wake
weight < health: 减肥 体重 瘦身 卡路里 减脂 胖 | weight diet calories slim overweight lose
emotion: 情绪 情感 心情 感情 感受 感觉 心理 情感上 | emotion emotional mood feeling feelings feel psychological mental sentiment
stress < emotion: 压力 紧张 焦虑 烦恼 担心 犯愁 担忧 不安 忧虑 害怕 怕 | stress stressed stressful nervous anxious anxiety worry worried pressure tension fear afraid
sad < emotion: 难过 伤心 悲伤 失落 沮丧 郁闷 孤独 抑郁 失望 痛苦 低落 寂寞 哭 | sad upset depressed lonely disappointed down unhappy grief painful blue cry frustrated
happy < emotion: 开心 高兴 快乐 幸福 愉快 兴奋 喜悦 | happy glad joy joyful excited delighted pleased cheerful
anger < emotion: 生气 愤怒 发脾气 吵架 争吵 矛盾 冲突 恼火 发火 | angry anger temper quarrel argue argument conflict mad fight
trouble: 麻烦 困难 问题 困扰 挑战 难题 遇到 烦恼 苦恼 困惑 挫折 瓶颈 障碍 | trouble problem difficulty difficult issue challenge struggle obstacle confused puzzled encounter setback hardship
friend: 朋友 友谊 好友 闺蜜 伙伴 同伴 友情 社交 | friend friendship buddy pal companion mate social
family: 家人 家庭 父母 爸爸 妈妈 孩子 儿子 女儿 父亲 母亲 哥哥 姐姐 弟弟 妹妹 爷爷 奶奶 外婆 亲人 亲情 | family parent mother father mom dad child children kid son daughter brother sister grandma grandpa grandparent sibling relative relatives
partner < family: 男朋友 女朋友 对象 恋爱 结婚 妻子 丈夫 婚姻 老公 老婆 恋人 约会 分手 暗恋 伴侣 | boyfriend girlfriend partner wife husband marriage married dating date relationship spouse couple breakup wedding fiance
celebration: 生日 庆祝 节日 派对 聚会 纪念日 春节 圣诞 婚礼 过节 聚餐 | birthday celebrate celebration festival party gathering anniversary christmas wedding holiday event
gift: 礼物 礼品 送礼 送给 赠送 | gift present souvenir
work: 工作 上班 职业 事业 公司 同事 老板 职场 加班 项目 岗位 行业 业务 任务 会议 单位 | work job career company colleague boss office project occupation profession business coworker task meeting workplace employer manager
jobhunt < work: 面试 求职 简历 找工作 跳槽 辞职 招聘 实习 离职 | interview resume job-hunting hire hiring internship resign recruit applicant cv
speech < work: 演讲 演示 发言 汇报 讲座 上台 主持 | speech presentation lecture talk present public-speaking stage
study: 学习 学校 上课 课程 考试 作业 老师 学生 大学 专业 复习 成绩 同学 论文 知识 教育 培训 课堂 教授 | study learn learning school class course exam homework teacher student university college education lesson grade thesis knowledge training classroom professor test
language < study: 英语 语言 外语 口语 听力 单词 日语 法语 翻译 词汇 中文 | english language speaking listening vocabulary translation japanese-language french-language grammar spoken chinese-language spanish
science < study: 科学 物理 化学 数学 生物 历史 哲学 心理学 研究 | science physics chemistry math mathematics biology history philosophy psychology research
tech: 科技 技术 电脑 手机 软件 互联网 网络 应用 app 人工智能 电子 设备 数码 系统 | technology tech computer phone software internet network app ai artificial device digital system laptop tablet application gadget
code < tech: 编程 程序 代码 算法 函数 开发 程序员 python java 软件开发 数据库 | programming program code coding algorithm function developer programmer python java software bug database
money: 钱 价格 费用 花费 预算 工资 收入 贵 便宜 元 成本 多少钱 | money price cost fee budget salary income expensive cheap dollar dollars spend paid pay charge amount bill
invest < money: 投资 理财 股票 基金 存款 贷款 银行 保险 | invest investment finance financial stock fund saving savings loan bank insurance
shop: 购物 买 购买 商店 商场 超市 网购 逛街 商品 下单 折扣 优惠 | shop shopping buy bought purchase store mall supermarket market order discount sale promotion offer
delivery < shop: 快递 配送 发货 送货 物流 包裹 运费 仓库 收货 | delivery deliver ship shipping shipment package courier warehouse parcel
clothes < shop: 衣服 穿 裙子 鞋 时尚 服装 穿搭 外套 裤子 帽子 搭配 | clothes clothing wear dress shoes fashion outfit jacket pants hat style shirt
beauty < shop: 化妆 护肤 美容 发型 皮肤 面膜 护发 | makeup skincare beauty hairstyle skin cosmetics hair
home: 家 房子 房间 家里 装修 家具 搬家 租房 住 卧室 公寓 小区 家居 | home house room apartment furniture move rent live bedroom decorate decoration household live residence
clean < home: 打扫 清洁 收拾 整理 家务 洗衣 | clean cleaning tidy chore chores laundry declutter organize
appliance < home: 电器 冰箱 洗衣机 空调 烤箱 家电 | appliance fridge refrigerator oven toaster washer machine microwave
weather: 天气 下雨 晴 晴天 晴朗 阴天 温暖 炎热 寒冷 冷 热 气温 雪 刮风 雨天 气候 下雪 温度 降温 | weather rain rainy sunny warm hot cold temperature snow windy cloudy climate storm forecast
person: 人 名字 姓名 叫 谁 自我介绍 称呼 | name called person who whom introduce
age < person: 年龄 岁 多大 年纪 | age old years-old
character < person: 性格 个性 脾气 内向 外向 优点 缺点 | personality character temperament introvert extrovert trait outgoing shy
dream: 梦想 理想 目标 愿望 未来 打算 计划 希望 规划 | dream goal wish future plan ambition hope aspiration aim
recommend: 推荐 建议 介绍 提议 推介 意见 | recommend recommendation suggest suggestion advice advise tip tips propose
method: 方法 办法 方式 技巧 怎么 如何 步骤 途径 诀窍 | method way technique approach how skill steps means strategy tip
like: 喜欢 喜爱 爱 最爱 热爱 偏爱 感兴趣 钟爱 | like love enjoy favorite favourite prefer fond interest interested keen
dislike: 讨厌 不喜欢 厌恶 反感 | dislike hate detest
topic: 话题 聊 讨论 聊天 谈 谈论 内容 | topic topics talk talked chat discuss discussed conversation discussion subject
inspire: 灵感 启发 激发 启示 | inspiration inspire inspired inspiring insight
improve: 提高 提升 改善 进步 加强 增强 | improve improvement enhance better progress boost upgrade
news: 新闻 消息 报道 时事 | news report headline media
environment: 环保 环境 污染 垃圾 公益 志愿者 慈善 | environment environmental pollution recycle volunteer charity
daytime: 早上 上午 中午 下午 晚上 夜里 | morning noon afternoon evening night
spirit: 宗教 信仰 佛教 基督 | religion faith buddhism church belief spiritual
law: 法律 律师 合同 官司 | law lawyer legal contract attorney
damage: 损坏 破损 坏了 裂 刮痕 瑕疵 | damage damaged broken scratch crack defect
car: 汽车 车 开车 驾驶 驾照 | car vehicle drive driving automobile engine license
mealtime: 早餐 午餐 晚餐 夜宵 早饭 午饭 晚饭 | breakfast lunch dinner supper brunch
`;
