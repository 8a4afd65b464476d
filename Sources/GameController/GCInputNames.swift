// The names by which profiles find their elements; the values are Apple's.

/// The lower face button: Cross, A.
public let GCInputButtonA = "Button A"
/// The right face button: Circle, B.
public let GCInputButtonB = "Button B"
/// The left face button: Square, X.
public let GCInputButtonX = "Button X"
/// The upper face button: Triangle, Y.
public let GCInputButtonY = "Button Y"
/// The direction pad.
public let GCInputDirectionPad = "Direction Pad"
/// The left stick.
public let GCInputLeftThumbstick = "Left Thumbstick"
/// The right stick.
public let GCInputRightThumbstick = "Right Thumbstick"
/// The left shoulder button.
public let GCInputLeftShoulder = "Left Shoulder"
/// The right shoulder button.
public let GCInputRightShoulder = "Right Shoulder"
/// The left trigger.
public let GCInputLeftTrigger = "Left Trigger"
/// The right trigger.
public let GCInputRightTrigger = "Right Trigger"
/// A press on the left stick.
public let GCInputLeftThumbstickButton = "Left Thumbstick Button"
/// A press on the right stick.
public let GCInputRightThumbstickButton = "Right Thumbstick Button"
/// The home button: PS, Guide.
public let GCInputButtonHome = "Button Home"
/// The menu button: OPTIONS on a DualShock 4, Start.
public let GCInputButtonMenu = "Button Menu"
/// The secondary menu button: SHARE on a DualShock 4, Back.
public let GCInputButtonOptions = "Button Options"
/// The share button of Xbox Series controllers.
public let GCInputButtonShare = "Button Share"
/// The upper right paddle.
public let GCInputXboxPaddleOne = "Paddle 1"
/// The lower right paddle.
public let GCInputXboxPaddleTwo = "Paddle 2"
/// The upper left paddle.
public let GCInputXboxPaddleThree = "Paddle 3"
/// The lower left paddle.
public let GCInputXboxPaddleFour = "Paddle 4"
/// The first finger on the touchpad.
public let GCInputDualShockTouchpadOne = "Touchpad 1"
/// The second finger on the touchpad.
public let GCInputDualShockTouchpadTwo = "Touchpad 2"
/// A press on the touchpad.
public let GCInputDualShockTouchpadButton = "Touchpad Button"

/// The product category of a DualSense.
public let GCProductCategoryDualSense = "DualSense"
/// The product category of a DualShock 4.
public let GCProductCategoryDualShock4 = "DualShock 4"
/// The product category of an Xbox controller.
public let GCProductCategoryXboxOne = "Xbox One"
/// The product category of any other controller.
public let GCProductCategoryHID = "HID"
/// The product category of controllers made for Apple's devices.
public let GCProductCategoryMFi = "MFi"
