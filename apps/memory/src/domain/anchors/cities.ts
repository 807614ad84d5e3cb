/** Cities that a task may be about; data, to be widened by a gazetteer. */
export const CITIES_ZH: readonly string[] =
  '北京 上海 天津 重庆 广州 深圳 杭州 南京 苏州 成都 武汉 西安 长沙 郑州 青岛 大连 厦门 宁波 无锡 合肥 福州 济南 沈阳 哈尔滨 长春 昆明 贵阳 南宁 海口 三亚 石家庄 太原 南昌 兰州 西宁 银川 乌鲁木齐 呼和浩特 拉萨 香港 澳门 台北 温州 佛山 东莞 珠海 常州 徐州 烟台 洛阳 桂林 丽江 绍兴 扬州 东京 首尔 新加坡 伦敦 巴黎 纽约 柏林 悉尼 曼谷'.split(
    ' ',
  );

export const CITIES_EN: readonly string[] =
  'Beijing,Shanghai,Tianjin,Chongqing,Guangzhou,Shenzhen,Hangzhou,Nanjing,Suzhou,Chengdu,Wuhan,Xi’an,Hong Kong,Macau,Taipei,Tokyo,Osaka,Seoul,Singapore,Bangkok,Sydney,Melbourne,London,Manchester,Paris,Lyon,Berlin,Munich,Hamburg,Frankfurt,Madrid,Barcelona,Rome,Milan,Vienna,Zurich,Geneva,Amsterdam,Brussels,Dublin,Lisbon,Stockholm,Oslo,Copenhagen,Helsinki,Prague,Warsaw,Budapest,Athens,Istanbul,Dubai,Mumbai,Delhi,Bangalore,Toronto,Vancouver,Montreal,New York,Los Angeles,San Francisco,San Diego,San Jose,Chicago,Boston,Seattle,Portland,Denver,Dallas,Houston,Austin,Atlanta,Miami,Orlando,Phoenix,Las Vegas,Philadelphia,Washington'.split(
    ',',
  );
