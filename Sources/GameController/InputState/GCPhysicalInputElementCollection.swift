/// Elements in a fixed order, which are found by name too.
public struct GCPhysicalInputElementCollection<T>: RandomAccessCollection {
  let list: [(name: String, value: T)]

  /// The first place.
  public var startIndex: Int { 0 }
  /// The place behind the last.
  public var endIndex: Int { list.count }

  /// The element at a place.
  public subscript(position: Int) -> T { list[position].value }

  /// The element of a name; `nil` if there is none.
  public subscript(elementName: String) -> T? {
    list.first { $0.name == elementName }?.value
  }

  /// The element of a name that tells its kind; `nil` if there is none of that kind.
  public subscript<Name: GCPhysicalInputElementTypedName>(
    elementName: Name
  ) -> Name.PhysicalInputElement? {
    list.first { $0.name == elementName.rawValue }?.value as? Name.PhysicalInputElement
  }
}

extension GCPhysicalInputElementCollection where T == any GCPhysicalInputElement {
  /// The element of a name; `nil` if there is none.
  public subscript(elementName: GCPhysicalInputElementName) -> T? { self[elementName.rawValue] }
}

extension GCPhysicalInputElementCollection where T == any GCButtonElement {
  /// The button of a name; `nil` if there is none.
  public subscript(elementName: GCButtonElementName) -> T? { self[elementName.rawValue] }
}

extension GCPhysicalInputElementCollection where T == any GCAxisElement {
  /// The axis of a name; `nil` if there is none.
  public subscript(elementName: GCAxisElementName) -> T? { self[elementName.rawValue] }
}

extension GCPhysicalInputElementCollection where T == any GCSwitchElement {
  /// The switch of a name; `nil` if there is none.
  public subscript(elementName: GCSwitchElementName) -> T? { self[elementName.rawValue] }
}

extension GCPhysicalInputElementCollection where T == any GCDirectionPadElement {
  /// The direction pad or stick of a name; `nil` if there is none.
  public subscript(elementName: GCDirectionPadElementName) -> T? { self[elementName.rawValue] }
}
