// One stack for all of them, in this order.
import './images'
import './previews'
import './networks'
import './telemetry'
import './scaling'
import './backup'
