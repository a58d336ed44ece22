/**
 * Emoji by the short names that people type. Loaded when the first one is wanted. @type {[name: string, emoji:
 * string][]}
 */
export const emoji = `
smile 😄|grin 😁|joy 😂|laughing 😆|slightly_smiling_face 🙂|smiling_face 😊|wink 😉|heart_eyes 😍|kissing_heart 😘|yum 😋
sunglasses 😎|thinking 🤔|neutral_face 😐|expressionless 😑|rolling_eyes 🙄|smirk 😏|relieved 😌|pensive 😔|sleepy 😪|sleeping 😴
sweat_smile 😅|sweat 😓|disappointed 😞|worried 😟|confused 😕|frowning 🙁|cry 😢|sob 😭|scream 😱|angry 😠|rage 😡
flushed 😳|astonished 😲|open_mouth 😮|grimacing 😬|zipper_mouth 🤐|hugs 🤗|shushing 🤫|exploding_head 🤯|partying 🥳|pleading 🥺
tongue 😛|upside_down 🙃|nerd 🤓|mask 😷|dizzy 😵|innocent 😇|skull 💀|ghost 👻|robot 🤖|alien 👽|poop 💩|clown 🤡
thumbsup 👍|+1 👍|thumbsdown 👎|-1 👎|ok_hand 👌|wave 👋|clap 👏|raised_hands 🙌|pray 🙏|handshake 🤝|muscle 💪|point_up ☝️
point_down 👇|point_left 👈|point_right 👉|crossed_fingers 🤞|victory ✌️|writing_hand ✍️|raised_hand ✋|fist ✊|facepalm 🤦|shrug 🤷
eyes 👀|ear 👂|brain 🧠|bust 👤|family 👪|baby 👶|runner 🏃|walking 🚶|dancer 💃|swimmer 🏊|cyclist 🚴|climbing 🧗
heart ❤️|orange_heart 🧡|yellow_heart 💛|green_heart 💚|blue_heart 💙|purple_heart 💜|black_heart 🖤|white_heart 🤍|broken_heart 💔
sparkling_heart 💖|two_hearts 💕|sparkles ✨|star ⭐|star2 🌟|boom 💥|fire 🔥|100 💯|zap ⚡|tada 🎉|confetti 🎊|balloon 🎈
gift 🎁|trophy 🏆|medal 🏅|crown 👑|gem 💎|bell 🔔|musical_note 🎵|guitar 🎸|piano 🎹|violin 🎻|drum 🥁|microphone 🎤|headphones 🎧
art 🎨|camera 📷|movie 🎬|tv 📺|radio 📻|book 📖|books 📚|notebook 📓|newspaper 📰|pencil ✏️|pen 🖊️|memo 📝|paperclip 📎|pushpin 📌
scissors ✂️|ruler 📏|calendar 📅|chart 📈|chart_down 📉|clipboard 📋|folder 📁|envelope ✉️|email 📧|package 📦|mailbox 📫|label 🏷️
computer 💻|keyboard ⌨️|printer 🖨️|phone 📱|telephone ☎️|battery 🔋|plug 🔌|bulb 💡|flashlight 🔦|lock 🔒|unlock 🔓|key 🔑
hammer 🔨|wrench 🔧|gear ⚙️|link 🔗|magnet 🧲|microscope 🔬|telescope 🔭|test_tube 🧪|compass 🧭|map 🗺️|globe 🌍|earth_americas 🌎
hourglass ⏳|watch ⌚|alarm_clock ⏰|stopwatch ⏱️|money 💰|coin 🪙|credit_card 💳|shopping_cart 🛒|briefcase 💼|bank 🏦|house 🏠
school 🏫|office 🏢|church ⛪|castle 🏰|lighthouse 🗼|tent ⛺|bridge 🌉|city 🌆|mountain ⛰️|volcano 🌋|beach 🏖️|island 🏝️|desert 🏜️
sun ☀️|sunny ☀️|cloud ☁️|rain 🌧️|umbrella ☔|snowflake ❄️|snowman ⛄|rainbow 🌈|wind 🌬️|thunder ⛈️|moon 🌙|full_moon 🌕|sunrise 🌅
ocean 🌊|droplet 💧|anchor ⚓|boat ⛵|ship 🚢|rocket 🚀|airplane ✈️|train 🚆|bus 🚌|car 🚗|bike 🚲|fuel ⛽|construction 🚧
dog 🐶|cat 🐱|mouse 🐭|rabbit 🐰|fox 🦊|bear 🐻|panda 🐼|koala 🐨|tiger 🐯|lion 🦁|cow 🐮|pig 🐷|frog 🐸|monkey 🐵|chicken 🐔
penguin 🐧|bird 🐦|duck 🦆|eagle 🦅|owl 🦉|bat 🦇|wolf 🐺|horse 🐴|unicorn 🦄|bee 🐝|bug 🐛|butterfly 🦋|snail 🐌|ladybug 🐞
ant 🐜|spider 🕷️|turtle 🐢|snake 🐍|octopus 🐙|crab 🦀|fish 🐟|dolphin 🐬|whale 🐳|shark 🦈|elephant 🐘|goat 🐐|sheep 🐑|dragon 🐉
cactus 🌵|christmas_tree 🎄|evergreen 🌲|tree 🌳|palm_tree 🌴|seedling 🌱|herb 🌿|clover 🍀|maple_leaf 🍁|leaves 🍃|mushroom 🍄
rose 🌹|tulip 🌷|sunflower 🌻|blossom 🌼|cherry_blossom 🌸|bouquet 💐|apple 🍎|pear 🍐|orange 🍊|lemon 🍋|banana 🍌|watermelon 🍉
grapes 🍇|strawberry 🍓|cherries 🍒|peach 🍑|tomato 🍅|avocado 🥑|carrot 🥕|corn 🌽|potato 🥔|garlic 🧄|onion 🧅|bread 🍞
croissant 🥐|pretzel 🥨|cheese 🧀|egg 🥚|cooking 🍳|pancakes 🥞|bacon 🥓|hamburger 🍔|fries 🍟|pizza 🍕|taco 🌮|salad 🥗|soup 🍲
sushi 🍣|rice 🍚|spaghetti 🍝|cake 🍰|birthday 🎂|cookie 🍪|chocolate 🍫|candy 🍬|honey 🍯|icecream 🍦|doughnut 🍩|coffee ☕
tea 🍵|beer 🍺|beers 🍻|wine 🍷|cocktail 🍸|champagne 🍾|milk 🥛|salt 🧂|fork_and_knife 🍴|soccer ⚽|basketball 🏀|tennis 🎾
chess ♟️|dice 🎲|dart 🎯|puzzle 🧩|game 🎮|ski 🎿|medal_gold 🥇|flag 🏳️|checkered_flag 🏁|rainbow_flag 🏳️‍🌈|pirate_flag 🏴‍☠️
check ✅|heavy_check_mark ✔️|x ❌|question ❓|exclamation ❗|warning ⚠️|no_entry ⛔|stop 🛑|recycle ♻️|infinity ♾️|peace ☮️
arrow_right ➡️|arrow_left ⬅️|arrow_up ⬆️|arrow_down ⬇️|arrows_clockwise 🔄|plus ➕|minus ➖|new 🆕|free 🆓|ok 🆗|sos 🆘|zzz 💤
speech_balloon 💬|thought_balloon 💭|loudspeaker 📢|mega 📣|mute 🔇|mag 🔍|bookmark 🔖|wastebasket 🗑️|broom 🧹|yarn 🧶|thread 🧵
`.trim().split(/[|\n]/).map(entry => entry.split(" "))
