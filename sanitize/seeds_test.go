package sanitize_test

// fragments are strings that the rules say something about together.
var fragments = []string{
	"a", "Z", "1", "#", "*", " ", "_", "-", "'", "(", "é", "e\u0301", "ß", "ı",
	"م", "ـ", "ا", "ש", "क", "क्", "ক", "ک", "ก", "า", "ខ", "བ", "中", "葛", "か", "カ", "ᠮ", "한", "\u1100", "\u1161", "\u3131", "⠇",
	"😀", "👩", "❤", "🔥", "🏴", "🏽", "©", "🇩",
	"\u200b", "\u200c", "\u200d", "\ufeff", "\u2060", "\u00ad", "\u034f", "\u180b", "\u180e", "\ufe00", "\ufe01", "\ufe0e", "\ufe0f", "\U000e0100", "\U000e0101",
	"\u200e", "\u200f", "\u061c", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069",
	"\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\U000e0067", "\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
	"\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "\U000e0001", "\U000e007f",
	"\x00", "\x1b", "\x7f", "\u0085", "\n", "\u2028", "\u00a0", "\u3000", "\ufffe", "\ufdd0", "\ue000", "\u0378", "\ufffd",
	"\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301", "\u20dd", "\u0338",
	"\u0430", "\u0435", "\u0441", "\u0456", "\u0406", "т", "р", "ο", "ｉ", "ａ", "ꓐ", "\u01c3", "\u037e", "；", "：", "（", "＝", "≠", "⑴", "²", "Ⅳ",
	"intent", "іntent", "ｍｅｔａ", "tіme", "action_", "аction_", "cancel", "æ", "œ", "ſ", "K", "\U0001d426",
	"\xff", "\xed\xa0\x80",
}

var seedStrings = []string{
	"", "plain", "can\u200bcel", "canc\u0435l", "\ufb06art", "START", "!CANC\u0415L", "i\ufefff", "сор", "iPhone для мамы",
	"می\u200cروم", "क्\u200dष", "ภาษา\u200bไทย", "👨\u200d👩\u200d👧", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "辻\U000e0101さん", "מחיר 50\u200e%", "\u2068דוד\u2069 - Dave",
	"\u2066\u202b\u05d0\u2069\u202c", "\u05d0\u2067", "a\u2028b", "Donau\u00addampf", "\u115f\u1161\u11ab", "⠇⠕⠀⠇⠕", "ᠮᠣ\u180b\u180e",
	"r\u0430in", "\u01c3rain", "\u0456ntent", "価格（円）", "m²", "yıl", "værdi", "ｍｅｔａ", "x\xff", "%E2%80%8B",
	"C++ \u200fو\u200f Go", "\u200b\u200b\u200b", "ꭓancel", "\U0001d426eta",
}

var seedCode = []string{
	"if !rain(t+1): start(hike) else: start(cards@indoor)",
	"if loc(me,Beijing,t+1am): cancel(flight,t+1pm); email(zhangsan)",
	"\ufeffif !rain(t+1): start(hike) else: start(cards@indoor)",
	"can\u200bcel(flight)", "cancel(a)\u200b; email(b)", "cancel(a);\u200b email(b)", "email(x an\u200bd y)",
	"if a(x) \u0430nd b(y): start(z)", "if budget<=500 an\u200bd rating>=4.0, t+1: book(hotel) el\u200bse: \u0441ancel(x@y)",
	"if !r\u0430in(t\u200b+1): start(hike)", "translate(s\u200brc=fr,src=en)", `cancel("x); email(boss\u200b")`,
	`if "!\u200b"(x): a()`, `if !"r\u200bn"(val\u200bue=x,time="\u202e"): a()`, `if a==b, "\ufeffc": d(l\u200boc=e) else: f(lo\u200bc=g)`,
	"email(p\u0430yp\u0430l)", `book(hotel) #{"entities":{"0":{"se\u200bat":"1\u200b2A","n":[{"\u0441o\u200bp":1}]}}}`,
	`a(b) #{"meta":{"x\u0430":"\u2067"},"version":"\u00ad"}`, "a -\u200b> b", "a() -\u200b> b()", `email("می\u200cروم")`, "email(می\u200cروم)",
	"start(hike\x00)", "start(a\ufffeb)", `start("\ud800")`, "start(\"", "cancel(\u200b)", "\u200b", "cancel(flight\uff09", "if ca\u200bll\uff1a x(y)",
	"process(a) -> email(b)", "if if\u200b==x: a()", "i\u200bf(x)", "if x\u200b and\u200b y\u200b: a(b)", "START(hike)",
}

var seedJSON = []string{
	`{"intent":"!CANCEL","act":"flight","action_email":["zhangsan",{"id":"a\u200b","value":"b\u200b"}]}`,
	`{"intent":"!C\u0410NCEL","\u0441op":["a\u200b","b"]}`,
	`{"intent":"!START","act\u200b":"x"}`, `{"intent":"!START","act":"x","act\u200b":"y"}`,
	`{"intent":"!START","action_\u017ftart":["x"]}`, `{"\u0456ntent":"!START"}`,
	"\ufeff{\"intent\":\"!START\"}", `{"intent":"!EMAIL","act":"\u202e\u2066x"}`, `{"intent":"!START","act":"\\u200b"}`,
	`{"intent":"!START","entities":[{"id":"a\u200b","value":"\u200d","action":"!\u0410"},{"id":"a","value":"x","z\u200b":{"\u200b":"\u200b"}}]}`,
	`{"intent":"!START","constraints":[{"type":"\u01c3rain","value":"true","time":"t\u200b+1","subject":{"a\u200b":[1,"b\u200b"]},"\u0442ime":1}]}`,
	`{"intent":"!START","alternatives":[{"action":"!ST\u200bART","target":"a\u200b","location":null}],"silp":"v1","version":"\u200bx","meta":{"seq":["!A\u200b"],"x\u200b":1}}`,
	`{"intent":"!START","act":"hi\u0000ke"}`, `{"intent":"!START","act":"\ud800"}`, `{"intent":"!START","act":"\ud83d\ude00\u200b"}`,
	`{`, `[]`, `"a\u200b"`, `{"a":1,}`, `{"intent":"!START","a":[[[["\u200b"]]]]}`,
}
